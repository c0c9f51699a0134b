import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { DiskSpace } from '../http/operator-routes.ts'
import { countJobs } from '../jobs/jobs.ts'
import { PHOTO_QUEUE } from '../uploads/process-photo.ts'
import { readUsedBytes, SHARE_OF_DISK } from '../uploads/storage-room.ts'
import type { StorageLimits } from '../uploads/storage-room.ts'
import { isFull } from '../uploads/upload-limits.ts'
import { isSmsPaused } from '../users/sms-breaker.ts'
import { isSmsBudgetSpent } from '../users/sms-limits.ts'
import type { Alert } from './alerts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A nightly one may take its time. */
const BACKUP_AGE_MS = 26 * HOUR_MS
/** How long a photo waits on a server that keeps up. */
const PHOTO_WAIT_MS = 5 * MINUTE_MS
/** Work that was given up is trouble for so long. */
const GIVEN_UP_FOR_MS = 15 * MINUTE_MS
/** Of all room, from which it is told of. */
const NEARLY = 0.9
/** A few, since one may be for its phone. */
const CODES_FAILED_IN_A_ROW = 3

interface TroubleParts {
  config: Config
  db: Database
  metrics: Registry
  readSpace: () => Promise<DiskSpace>
  storageLimits: StorageLimits
}

/** Makes what finds all that is wrong at a moment (milliseconds since the epoch), as this process sees it. */
export function createTroubleFinder(parts: TroubleParts): (nowMs: number) => Promise<Alert[]> {
  const findGivenUp = createGivenUpFinder(parts.metrics)
  return async (nowMs) => {
    await parts.storageLimits.measure?.()
    const found = await Promise.all([
      findFullDisk(parts),
      findOldBackup(parts.db, nowMs),
      findWaitingPhotos(parts.db, nowMs),
      findUsedRoom(parts),
      findFullOrmas(parts),
      findFailedCodes(parts),
      findHeldCodes(parts, nowMs),
      findGivenUp(nowMs),
    ])
    return found.flat()
  }
}

async function findFullDisk({ readSpace }: TroubleParts): Promise<Alert[]> {
  const space = await readSpace()
  return space.isLow || space.isFull ? [diskAlert(space)] : []
}

/** That a disk is full, or nearly. */
export function diskAlert({ isFull, freeBytes }: Pick<DiskSpace, 'isFull' | 'freeBytes'>): Alert {
  const host = hostname()
  const name = `disk:${host}`
  if (isFull) {
    return {
      name,
      title: `The disk of ${host} is full`,
      message: 'Photos wait on the phones. Make room or take a larger disk.',
    }
  }
  return {
    name,
    title: `The disk of ${host} is nearly full`,
    message: `${Math.floor(freeBytes / 1_000_000)} MB are left. Make room or take a larger disk: once it is full, photos wait on the phones.`,
  }
}

async function findOldBackup(db: Database, nowMs: number): Promise<Alert[]> {
  const last = await db.get<{ made_at: number }>(sql`select made_at from last_backup`)
  const first = await db.get<{ created_at: number }>(
    sql`select created_at from posts order by id limit 1`,
  )
  if (!first || nowMs - (last?.made_at ?? first.created_at) < BACKUP_AGE_MS) return []
  return [backupAlert(last?.made_at)]
}

/** That the last backup is old; undefined: that there is none. */
export function backupAlert(madeAt: number | undefined): Alert {
  return {
    name: 'backup',
    title: madeAt === undefined ? 'There is no backup yet' : 'The last backup is older than a day',
    message:
      madeAt === undefined
        ? 'docs/deploy/README.md says how one is made every hour.'
        : `It was made at ${new Date(madeAt).toISOString()}. See why with: journalctl -u orma-backup`,
  }
}

async function findWaitingPhotos(db: Database, nowMs: number): Promise<Alert[]> {
  const jobs = await countJobs(db)
  const waiting = jobs.find(({ queue, state }) => queue === PHOTO_QUEUE && state === 'ready')
  if (!waiting || nowMs - waiting.since < PHOTO_WAIT_MS) return []
  return [
    {
      name: 'photos-wait',
      title: 'Photos wait to be shown',
      message: `${waiting.count} of them wait, the first for ${Math.floor((nowMs - waiting.since) / MINUTE_MS)} minutes. Does the log tell of failed jobs? If not, there are more photos than cores.`,
    },
  ]
}

async function findUsedRoom({ db, storageLimits }: TroubleParts): Promise<Alert[]> {
  const { ofAll, measure } = storageLimits
  const used = await readUsedBytes(db)
  if (ofAll === undefined || used < NEARLY * ofAll) return []
  const [name, have] = ['storage', `All Ormas together have ${sizeText(used)}`]
  const [reason, remedy] = measure
    ? [
        `${SHARE_OF_DISK * 100} % of what the disk has for them`,
        'Take a larger disk, set STORAGE_LIMIT',
      ]
    : ['STORAGE_LIMIT', 'Set it higher']
  if (used < ofAll) {
    return [
      {
        name,
        title: 'The room for Ormas is nearly used up',
        message: `${have} of at most ${sizeText(ofAll)} (${reason}). With all of it no photos are taken.`,
      },
    ]
  }
  return [
    {
      name,
      title: 'The room for Ormas is used up',
      message: `${have}, and may have ${sizeText(ofAll)} (${reason}): no photos are taken. ${remedy}, or delete Ormas.`,
    },
  ]
}

function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** One for each: in one for all of them the next would be no news. */
async function findFullOrmas({ config, db, storageLimits }: TroubleParts): Promise<Alert[]> {
  const limits = { posts: config.eventUploadLimit, bytes: storageLimits.ofEvent }
  const full = await db.all<{ id: number; event_hash: string }>(
    sql`select e.id, e.event_hash from events e where ${isFull(limits)} order by e.id`,
  )
  return full.map(({ id, event_hash }) => ({
    name: `full-orma:${id}`,
    title: `The Orma ${event_hash.slice(0, 8)}… is full`,
    message: 'An Orma that has reached its limit takes no more photos.',
  }))
}

/** That codes fail one after the other, by whatever reason; a code that is sent ends it. */
async function findFailedCodes({ metrics }: TroubleParts): Promise<Alert[]> {
  if ((await readMetric(metrics, 'orma_sms_failed_in_a_row')) < CODES_FAILED_IN_A_ROW) return []
  return [
    {
      name: 'sms-refused',
      title: 'Sign-in codes are not sent',
      message:
        'The SMS provider refuses them, fails or cannot be reached. The log says what to do.',
    },
  ]
}

async function findHeldCodes({ config, db }: TroubleParts, nowMs: number): Promise<Alert[]> {
  const found: Alert[] = []
  if (await isSmsBudgetSpent(db, config.smsDailyBudget, nowMs)) {
    found.push({
      name: 'sms-budget',
      title: 'SMS_DAILY_BUDGET is used up',
      message: 'No sign-in codes are sent. Raise it if these are your guests.',
    })
  }
  if (await isSmsPaused(db, nowMs)) {
    found.push({
      name: 'sms-paused',
      title: 'Sign-in codes are held back',
      message: 'Hardly any of the last codes were used. The log says whose are held back.',
    })
  }
  return found
}

/** Work given up since the look before is trouble for some time. */
function createGivenUpFinder(metrics: Registry): (nowMs: number) => Promise<Alert[]> {
  let [before, raisedAt] = [0, -Infinity]
  return async (nowMs) => {
    const count = await readMetric(metrics, 'orma_jobs_failed_total')
    if (count > before) raisedAt = nowMs
    before = count
    if (Math.abs(nowMs - raisedAt) >= GIVEN_UP_FOR_MS) return []
    return [
      {
        name: 'jobs-failed',
        title: 'A photo, video or film could not be made',
        message: 'A job was given up after its last try. The log has its reason as "job failed".',
      },
    ]
  }
}

/** The sum over all labels; 0 where the process does not measure it. */
async function readMetric(metrics: Registry, name: string): Promise<number> {
  const values = (await metrics.getSingleMetric(name)?.get())?.values ?? []
  return values.reduce((sum, { value }) => sum + value, 0)
}
