import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createFsBlobStore } from '../blobs/fs-blob-store.ts'
import { OperatorError } from '../settings/read-settings.ts'
import type { Config } from '../config.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { findBehind } from '../uploads/newest-photo.ts'
import { isMoved } from './unfinished-work.ts'

/** Posts whose files are looked for: one of them may be deleted just now. */
const NEWEST = 3

/**
 * Rejects with an OperatorError where settings were changed and nothing was moved: photos beside an empty database, which a server would
 * sweep away as nobody's, or a bucket where photos still lie in DATA_DIR, which a server would take for lost. And where no photos are in their
 * place, as of a disk that is not mounted, or one of several processes has another place than the others: what waits to be shown would
 * be taken for lost. And where the database is older than the photos, as one that was copied back: the newest would be swept away, and
 * new ones get numbers that phones know others by.
 */
export async function refuseMisplaced(
  db: Database,
  blobs: BlobStore,
  { dataDir, databaseUrl, s3, role }: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'role'>,
): Promise<void> {
  const folder = join(dataDir, 'blobs')
  const place = s3 ? `the bucket ${s3.bucket}` : folder
  const database = databaseUrl === undefined ? dataDir : 'DATABASE_URL'
  const behind = await findBehind(db, blobs)
  const isEmpty = !(await db.get(sql`select id from users limit 1`))
  if (isEmpty && (behind || (await hasPhotos(blobs)))) {
    throw new OperatorError(
      `The database of ${database} is empty, but there are photos in ${place}, which are of another one: set that, or move it to PostgreSQL with npm run migrate-to-postgres. A new installation needs an empty place for its photos.`,
    )
  }
  if (behind) {
    throw new OperatorError(
      `The database of ${database} is older than the photos in ${place}: it has numbered its own up to ${behind.given}, and there are some up to ${behind.newest}. Take the newer one. Or, to go on with this one, back it up with npm run backup into a new folder, and restore that with npm run restore into an empty installation: it is without the photos since then, which stay where they are.`,
    )
  }
  if (s3 && !isMoved(dataDir, 'photos') && (await hasPhotos(createFsBlobStore(folder)))) {
    throw new OperatorError(
      `There are photos in ${folder}, which are to be in the bucket ${s3.bucket}: run npm run migrate-to-s3, or remove the folder if they are of no use.`,
    )
  }
  if (role === 'all') {
    if ((await db.get(sql`select id from posts limit 1`)) && !(await hasPhotos(blobs))) {
      throw new OperatorError(
        `There are no photos in ${place}, though there are some in the database: is it mounted, and the right place? If they are lost, restore a backup.`,
      )
    }
  } else if (!(await hasNewest(db, blobs))) {
    throw new OperatorError(
      `None of the newest photos is in ${place}: a process with ROLE=${role} needs the photos of all others, in the same bucket (S3_*) or in a DATA_DIR that all reach.`,
    )
  }
}

async function hasNewest(db: Queries, blobs: BlobStore): Promise<boolean> {
  const newest = await db.all<{ media_name: string }>(
    sql`select media_name from posts order by id desc limit ${NEWEST}`,
  )
  for (const { media_name } of newest) {
    if ((await blobs.size(mediaKeys(media_name).original)) !== undefined) return true
  }
  return newest.length === 0
}

async function hasPhotos(blobs: BlobStore): Promise<boolean> {
  for await (const _photo of blobs.list('original/')) return true
  return false
}
