import { readS3Settings } from '../../server/blobs/s3-settings.ts'
import { otherClocks } from '../../server/clock.ts'
import type { OtherClock } from '../../server/clock.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { clockAgreement, clockSkew } from '../../server/settings/clock-skew.ts'
import type { Env } from '../../server/settings/read-settings.ts'
import { readSmsSettings } from '../../server/sms/sms-settings.ts'
import { good, unseen, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { reasonOf } from './line-checks.ts'

const WHAT = 'clock of this machine'

/** Where the server's settings are in the environment: whether this machine's clock is that of database, bucket and SMS gateway. */
export async function checkOtherClocks(env: Env = process.env): Promise<Finding[]> {
  try {
    const services = { s3: readS3Settings(env), sms: readSmsSettings(env) }
    const databaseUrl = env['DATABASE_URL']
    const db = databaseUrl ? await openPostgres(databaseUrl) : undefined
    try {
      return await Promise.all(otherClocks(db, services).map(compare))
    } finally {
      await db?.close()
    }
  } catch (error) {
    return [unseen(WHAT, whyNot(error))]
  }
}

async function compare(clock: OtherClock): Promise<Finding> {
  try {
    const theirMs = await clock.read()
    if (Number.isNaN(theirMs)) return unseen(WHAT, `${clock.whose} shows no time`)
    const skew = clockSkew(theirMs)
    if (!skew) return good(WHAT, clockAgreement(theirMs, clock.whose))
    const todo = 'have both set their time by the network (timedatectl set-ntp true)'
    return wrong(WHAT, `${skew} (${clock.whose})`, todo)
  } catch (error) {
    return unseen(WHAT, `${clock.whose} does not answer (${whyNot(error)})`)
  }
}

/** `fetch` has its reason in the cause. */
function whyNot(error: unknown): string {
  const cause = error instanceof TypeError ? (error.cause ?? error) : error
  return reasonOf(cause).replace(/\.$/, '')
}
