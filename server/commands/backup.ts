import { existsSync } from 'node:fs'
import { makeBackup } from '../backup/make-backup.ts'
import { refuseMoved, refuseUnfinishedMove } from '../backup/unfinished-work.ts'
import { readPlaces } from '../config.ts'
import { createLog } from '../log.ts'
import { findSecret } from '../secret.ts'
import { openBlobs, openDatabase, sqliteFile } from '../stores.ts'
import { countText, filesText, readFolder, runCommand } from './run-command.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** `npm run backup -- <folder>`: backs the installation up, while its server runs. */
await runCommand(async () => {
  const { folder } = readFolder('Say into which folder: npm run backup -- <folder>')
  const places = readPlaces(process.env)
  const { dataDir, databaseUrl } = places
  if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir))) {
    throw new OperatorError(
      `There is no Orma in ${dataDir}: set DATA_DIR and DATABASE_URL as for the server.`,
    )
  }
  // Else every run would bring the same: all as it was when it moved.
  refuseMoved(places)
  const db = await openDatabase(places)
  try {
    const blobs = await openBlobs(places)
    await refuseUnfinishedMove(db, blobs)
    const secret = await findSecret(db, { isShared: db.isShared, dataDir })
    const parts = { db, blobs, dataDir, secret, now: Date.now }
    const done = await makeBackup({ ...parts, log: createLog('info') }, folder)
    const lost = done.missing > 0 ? ` ${countText(done.missing)} files are missing: see above.` : ''
    // Whoever has it run by itself is to hear of that.
    if (done.missing > 0) process.exitCode = 1
    return `Backed up ${countText(done.rows)} rows into ${folder}: ${filesText(done.copied)} were copied, ${filesText(done.present)} were there already.${lost}`
  } finally {
    await db.close()
  }
})
