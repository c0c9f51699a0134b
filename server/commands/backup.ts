import { openInstallation, openBlobs } from '../stores.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { refuseUnfinishedMove } from '../backup/unfinished-work.ts'
import { createLog } from '../log.ts'
import { findSecret } from '../secret.ts'
import { countText, filesText, readFolder, runCommand } from './run-command.ts'

/** `npm run backup -- <folder>`: backs the installation up, while its server runs. */
await runCommand(async () => {
  const { folder } = readFolder('Say into which folder: npm run backup -- <folder>', {})
  const { db, places } = await openInstallation()
  try {
    const { dataDir } = places
    const blobs = await openBlobs(places)
    await refuseUnfinishedMove(blobs)
    const secret = await findSecret(db, { isShared: db.isShared, dataDir })
    const parts = { db, blobs, dataDir, secret, now: Date.now }
    const done = await makeBackup({ ...parts, log: createLog('info') }, folder)
    const lost = done.missing > 0 ? ` ${countText(done.missing)} files are missing: see above.` : ''
    // Whoever has it run by itself is to hear of that.
    if (done.missing > 0) process.exitCode = 1
    return `Backed up ${countText(done.rows)} rows into ${folder}: ${filesText(done.copied)} were copied, ${filesText(done.present)} needed no copy: the same bytes lie there.${lost}`
  } finally {
    await db.close()
  }
})
