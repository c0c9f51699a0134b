import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { refuseMoved } from './backup/unfinished-work.ts'
import { readPlaces } from './config.ts'
import type { Places } from './config.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createFsBlobStore } from './blobs/fs-blob-store.ts'
import { createPublicBucket } from './blobs/public-bucket.ts'
import type { PublicBucket } from './blobs/public-bucket.ts'
import { checkBucket } from './blobs/check-bucket.ts'
import { createS3BlobStore } from './blobs/s3-blob-store.ts'
import { createS3Calls } from './blobs/s3-calls.ts'
import { StorageFull } from './outages.ts'
import { OperatorError } from './settings/read-settings.ts'
import { openPostgres } from './db/postgres.ts'
import type { Database } from './db/sql.ts'
import { openSqlite } from './db/sqlite.ts'
import { createConsoleSms } from './sms/sms-sender.ts'
import type { SmsSender } from './sms/sms-sender.ts'
import type { SmsSettings } from './sms/sms-settings.ts'
import { createTwilioSms } from './sms/twilio-sms.ts'
import { createVonageSms } from './sms/vonage-sms.ts'
import { createWebhookSms } from './sms/webhook-sms.ts'

/** The embedded database's file, also where another database is used. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'orma.db')
}

/** Opens an installation's database; the embedded one is made where there is none. Rejects with an OperatorError. */
export async function openDatabase({ databaseUrl, dataDir }: Places): Promise<Database> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  const file = sqliteFile(dataDir)
  try {
    return openSqlite(file)
  } catch (error) {
    if (error instanceof StorageFull) {
      throw new OperatorError(
        `The disk of DATA_DIR (${dataDir}) is full: make room, and start again.`,
      )
    }
    if (error instanceof OperatorError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The database ${file} cannot be opened: ${reason}.`)
  }
}

/** The photos where they lie in no bucket. It may be a disk of its own. */
export function blobFolder(dataDir: string): string {
  return join(dataDir, 'blobs')
}

/** Opens the database of an installation that is here, for a command beside its server. Rejects with an OperatorError. */
export async function openInstallation(): Promise<{ db: Database; places: Places }> {
  const places = readPlaces(process.env)
  const { dataDir, databaseUrl } = places
  if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir))) {
    throw new OperatorError(
      `There is no Orma in ${dataDir}: set DATA_DIR and DATABASE_URL as for the server.`,
    )
  }
  // What moved away is as it was then.
  refuseMoved(places)
  return { db: await openDatabase(places), places }
}

export function openPublicBucket(
  { s3 }: Pick<Places, 's3'>,
  now: () => number,
): PublicBucket | undefined {
  if (s3?.publicUrl === undefined) return undefined
  return createPublicBucket({ ...s3, publicUrl: s3.publicUrl }, now)
}

/** Opens an installation's photos. Rejects with an OperatorError where they lie in a bucket that cannot be used. */
export async function openBlobs({ dataDir, s3 }: Places): Promise<BlobStore> {
  if (!s3) return createFsBlobStore(blobFolder(dataDir))
  const call = createS3Calls(s3)
  await checkBucket(call, s3)
  return createS3BlobStore(call, join(dataDir, 'spool'))
}

/** The sender that the operator chose; `write` is for the console's lines. */
export function createSms(settings: SmsSettings, write: (line: string) => void): SmsSender {
  switch (settings.provider) {
    case 'console':
      return createConsoleSms(write)
    case 'twilio':
      return createTwilioSms(settings)
    case 'vonage':
      return createVonageSms(settings)
    case 'webhook':
      return createWebhookSms(settings)
  }
}
