import { checkBackup } from '../backup/check-backup.ts'
import type { BackupContent } from '../backup/check-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { RestoreParts } from '../backup/restore-backup.ts'
import { readPlaces } from '../config.ts'
import { openDataDir } from '../data-dir.ts'
import { storeSecret } from '../secret.ts'
import { openBlobs, openDatabase } from '../stores.ts'
import { countText, filesText, readFolder, runCommand } from './run-command.ts'

const USAGE =
  'Say from which folder: npm run restore -- <folder>, or npm run restore -- <folder> --check'

/** `npm run restore -- <folder>`: restores a backup into an empty installation. `--check`: reads the backup and changes nothing. */
await runCommand(async () => {
  const { folder, options } = readFolder(USAGE, { check: { type: 'boolean' } })
  if (options.check) return `The backup is whole: ${whatIn(await checkBackup(folder))}.`
  const places = readPlaces(process.env)
  const { dataDir, databaseUrl } = places
  const isShared = databaseUrl !== undefined
  // No server may run on it, nor start, until this is done.
  openDataDir(places)
  const parts: RestoreParts = {
    open: () => openDatabase(places),
    blobs: await openBlobs(places),
    dataDir,
    photosPlace: places.s3 ? `the bucket ${places.s3.bucket}` : dataDir,
    storeSecret: (tx, secret) => storeSecret(tx, { isShared, dataDir }, secret),
    now: Date.now,
  }
  return `Restored ${whatIn(await restoreBackup(parts, folder))}. The server can be started.`
})

function whatIn({ tables, blobs, made_at }: BackupContent): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${countText(rows)} rows and ${filesText(blobs)} as of ${new Date(made_at).toISOString()}`
}
