import { readS3Settings } from '../../server/blobs/s3-settings.ts'
import { otherClocks, readSkew } from '../../server/clock.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { OperatorError } from '../../server/settings/read-settings.ts'
import { readSmsSettings } from '../../server/sms/sms-settings.ts'
import { good, unseen, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { reasonOf } from './line-checks.ts'

/** Where the server's settings are in the environment: whether this machine's clock is that of database, bucket and SMS gateway. */
export async function checkOtherClocks(): Promise<Finding[]> {
  const what = 'clock of this machine'
  try {
    const services = { s3: readS3Settings(process.env), sms: readSmsSettings(process.env) }
    const databaseUrl = process.env['DATABASE_URL']
    const db = databaseUrl ? await openPostgres(databaseUrl) : undefined
    try {
      const findings: Finding[] = []
      for (const clock of otherClocks(db, services)) {
        const skew = await readSkew(clock)
        const todo = 'have both set their time by the network (timedatectl set-ntp true)'
        findings.push(
          skew
            ? wrong(what, `${skew} (${clock.whose})`, todo)
            : good(what, `it agrees with ${clock.whose}`),
        )
      }
      return findings
    } finally {
      await db?.close()
    }
  } catch (error) {
    const why = error instanceof OperatorError ? error.message.replace(/\.$/, '') : reasonOf(error)
    return [unseen(what, why)]
  }
}
