import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createFsBlobStore } from '../blobs/fs-blob-store.ts'
import { ConfigError } from '../config.ts'
import type { Places } from '../config.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { isMoved } from './unfinished-move.ts'

/**
 * Rejects with a ConfigError where settings were changed and nothing was moved: photos beside an empty database, which a server would
 * sweep away as nobody's, or a bucket where photos still lie in DATA_DIR, which a server would take for lost.
 */
export async function refuseMisplaced(
  db: Queries,
  blobs: BlobStore,
  { dataDir, databaseUrl, s3 }: Places,
): Promise<void> {
  const folder = join(dataDir, 'blobs')
  if (!(await db.get(sql`select id from users limit 1`)) && (await hasPhotos(blobs))) {
    const database = databaseUrl === undefined ? dataDir : 'DATABASE_URL'
    const place = s3 ? `the bucket ${s3.bucket}` : folder
    throw new ConfigError(
      `The database of ${database} is empty, but there are photos in ${place}, which are of another one: set that, or move it to PostgreSQL with npm run migrate-to-postgres. A new installation needs an empty place for its photos.`,
    )
  }
  if (s3 && !isMoved(dataDir, 'photos') && (await hasPhotos(createFsBlobStore(folder)))) {
    throw new ConfigError(
      `There are photos in ${folder}, which are to be in the bucket ${s3.bucket}: run npm run migrate-to-s3, or remove the folder if they are of no use.`,
    )
  }
}

async function hasPhotos(blobs: BlobStore): Promise<boolean> {
  for await (const _photo of blobs.list('original/')) return true
  return false
}
