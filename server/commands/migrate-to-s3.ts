import { setTimeout as wait } from 'node:timers/promises'
import { reserveBlobs, startBlobMove } from '../backup/move-blobs.ts'
import {
  isMoved,
  MOVING_BLOB,
  noteMoved,
  refuseUnfinishedRestore,
  SERVING,
} from '../backup/unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { readPlaces } from '../config.ts'
import { lockDataDir } from '../data-dir.ts'
import { findSecret } from '../secret.ts'
import { openBlobs, openDatabase } from '../stores.ts'
import { filesText, refuseArguments, runCommand } from './run-command.ts'

const LOOK_MS = 200

/**
 * `npm run migrate-to-s3`: copies the photos in DATA_DIR into the bucket of S3_BUCKET while the server goes on, waits until the
 * server is stopped, and copies what has come. Nothing in DATA_DIR is deleted.
 */
await runCommand(async () => {
  const places = readPlaces(process.env)
  const { dataDir } = places
  refuseArguments('npm run migrate-to-s3 takes no arguments.')
  if (!places.s3) throw new OperatorError('S3_BUCKET is missing, with the other settings of S3.')
  refuseUnfinishedRestore(dataDir)
  const source = await openBlobs({ ...places, s3: undefined })
  const target = await openBlobs(places)
  const db = await openDatabase(places)
  const move = startBlobMove(source, target)
  const isStopped = async () =>
    db.isShared ? (await db.tryLock(SERVING, 'exclusive')) !== undefined : lockDataDir(dataDir)
  try {
    const secret = await findSecret(db, { isShared: db.isShared, dataDir })
    const isReserved = (await target.size(MOVING_BLOB)) !== undefined
    if (isMoved(dataDir, 'photos') && !isReserved) {
      throw new OperatorError(
        'The photos were moved already: start the server with the settings of S3.',
      )
    }
    await reserveBlobs(target, secret)
    if (!(await isStopped())) {
      const first = await move.copy()
      process.stdout.write(
        `Copied ${filesText(first)} while the server goes on. Now stop the server: what has come is copied then, and it can be started on the bucket.\n`,
      )
      while (!(await isStopped())) await wait(LOOK_MS)
    }
    await move.copy()
    const all = await move.finish()
    await noteMoved(dataDir, 'photos')
    await target.delete(MOVING_BLOB)
    return `Moved. ${filesText(all)} are the same in the bucket, by size and SHA-256. Start the server with the settings of S3; ${dataDir}/blobs is as it was.`
  } finally {
    move.close()
    await db.close()
  }
})
