import { sql } from './db/sql.ts'
import type { Database } from './db/sql.ts'
import type { Log } from './log.ts'
import { clockSkew } from './settings/clock-skew.ts'
import type { S3Settings } from './blobs/s3-settings.ts'
import type { SmsSettings } from './sms/sms-settings.ts'

const ANSWER_MS = 5_000

/** What else has a clock: whose it is, and what it shows in epoch milliseconds. */
export interface OtherClock {
  whose: string
  read: () => Promise<number>
}

interface Services {
  s3?: S3Settings | undefined
  sms: SmsSettings
}

/** The clocks of the machines that this one signs for, or shares its times with. */
export function otherClocks(
  db: Pick<Database, 'isShared' | 'get'> | undefined,
  { s3, sms }: Services,
): OtherClock[] {
  const clocks: OtherClock[] = []
  if (db?.isShared) clocks.push({ whose: 'the database', read: () => readDatabaseClock(db) })
  if (s3) clocks.push(ofHost('the bucket', s3.endpoint))
  if (sms.provider !== 'console') {
    const address = sms.provider === 'webhook' ? sms.url : sms.apiUrl
    clocks.push(ofHost('the SMS gateway', address))
  }
  return clocks
}

/** Warns where this machine's clock is not that of another: signatures are refused then, and times are wrong. */
export async function warnOfClock(
  clocks: readonly OtherClock[],
  log: Pick<Log, 'warn'>,
  now = Date.now,
): Promise<void> {
  for (const clock of clocks) {
    // Who does not answer is told of elsewhere.
    const skew = await readSkew(clock, now).catch(() => undefined)
    if (skew) log.warn(`${skew} (${clock.whose}): have both set their time by the network.`)
  }
}

/** How far this machine's clock is from another, in words; undefined: they agree, or it shows none. Rejects where it does not answer. */
export async function readSkew({ read }: OtherClock, now = Date.now): Promise<string | undefined> {
  const theirMs = await read()
  return clockSkew(theirMs, now())
}

async function readDatabaseClock(db: Pick<Database, 'get'>): Promise<number> {
  const row = await db.get<{ ms: number }>(
    sql`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`,
  )
  return row?.ms ?? Number.NaN
}

/** By what it says of any request: nothing is asked of it. */
function ofHost(whose: string, address: string): OtherClock {
  return {
    whose,
    async read() {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const answer = await fetch(new URL('/', address), {
        method: 'HEAD',
        redirect: 'manual',
        signal,
      })
      return Date.parse(answer.headers.get('date') ?? '')
    },
  }
}
