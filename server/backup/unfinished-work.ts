import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../blobs/write-file.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { OperatorError } from '../settings/read-settings.ts'
import type { Places } from '../config.ts'

/** What is moved out of DATA_DIR, each with the file that lies there once it has been. */
const MOVED = { database: 'moved-to-postgres', photos: 'moved-to-s3' } as const
const SETTINGS = { database: 'DATABASE_URL', photos: 'S3_ENDPOINT and the other settings of S3' }

type Moved = keyof typeof MOVED

/** Lies in a bucket that an installation is being moved into: a hash that names the installation. */
export const MOVING_BLOB = 'moving'

export function isMoved(dataDir: string, what: Moved): boolean {
  return existsSync(join(dataDir, MOVED[what]))
}

/** Has servers refuse from now on to work with what is still in DATA_DIR: there must never be two of one installation. */
export async function noteMoved(dataDir: string, what: Moved): Promise<void> {
  const text = `This installation's ${what} moved elsewhere.\n`
  await writeFile(join(dataDir, MOVED[what]), text, { flush: true })
  await syncFolder(dataDir)
}

/**
 * Throws an OperatorError where what has been moved would be used again: what guests did since is not in it, and a server on it would
 * give numbers twice, and sweep away the photos that it does not know.
 */
export function refuseMoved({ dataDir, databaseUrl, s3 }: Places): void {
  const what = databaseUrl === undefined && isMoved(dataDir, 'database') ? 'database' : 'photos'
  if (!isMoved(dataDir, what) || (what === 'photos' && s3)) return
  throw new OperatorError(
    `This installation's ${what} moved away from ${dataDir}: set ${SETTINGS[what]}. To go back, back the installation up as it is now with npm run backup, and restore that with npm run restore, without these settings, into an empty one.`,
  )
}

/** Rejects with an OperatorError where photos of an installation are still to come. */
export async function refuseUnfinishedMove(blobs: BlobStore): Promise<void> {
  // Only a bucket may have it.
  if ((await blobs.size(MOVING_BLOB)) === undefined) return
  throw new OperatorError(
    'A move into the bucket of S3_BUCKET has not ended: run npm run migrate-to-s3 again.',
  )
}

/** Lies in DATA_DIR while a restore runs. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/** Held by every server that works on a shared database, whatever its folder, and alone by a restore. */
export const SERVING = 'serving'

/** What that file says: that a restore of this backup has begun. */
export function markOf({ seal }: { seal: string }): string {
  return `A restore has not ended: run it again.\n${seal}\n`
}

/** Throws an OperatorError where a restore was cut: what it left is no installation. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED_RESTORE))) return
  throw new OperatorError(`A restore into ${dataDir} has not ended: run it again first.`)
}
