import { checkBackup } from '../backup/check-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { RestoreParts } from '../backup/restore-backup.ts'
import { readPlaces } from '../config.ts'
import { neededChown, openDataDir } from '../data-dir.ts'
import { storeSecret } from '../secret.ts'
import { openBlobs, openDatabase } from '../stores.ts'
import { countText, filesText, readArguments, runCommand } from './run-command.ts'

const USAGE =
  'Say from which folder: npm run restore -- <folder>, or npm run restore -- <folder> --check'

/** `npm run restore -- <folder>`: restores a backup into an empty installation. `--check`: reads the backup and changes nothing. */
await runCommand(async () => {
  const { folder, options } = readArguments(USAGE, ['--check'])
  const content = await checkBackup(folder)
  const rows = content.tables.reduce((sum, table) => sum + table.rows, 0)
  const time = new Date(content.made_at).toISOString()
  const what = `${countText(rows)} rows and ${filesText(content.blobs)} as of ${time}`
  if (options.includes('--check')) return `The backup is whole: ${what}.`
  const places = readPlaces(process.env)
  const { dataDir, databaseUrl } = places
  const isShared = databaseUrl !== undefined
  const parts: RestoreParts = {
    open: () => openDatabase(places),
    blobs: await openBlobs(places),
    dataDir,
    photosPlace: places.s3 ? `the bucket ${places.s3.bucket}` : dataDir,
    storeSecret: (tx, secret) => storeSecret(tx, { isShared, dataDir }, secret),
    now: Date.now,
  }
  const chown = neededChown(dataDir)
  // No server may run on it, nor start, until this is done.
  openDataDir(places)
  await restoreBackup(parts, folder, content)
  if (chown === undefined) return `Restored ${what}. The server can be started.`
  return `Restored ${what} into ${dataDir}. It belongs to another user than you: run ${chown} before the server is started.`
})
