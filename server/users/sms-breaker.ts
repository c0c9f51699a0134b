import { SMS_BREAKER } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Queries, Sql, Transaction } from '../db/sql.ts'
import { addHit, tooMany } from '../limits/limit.ts'
import type { CodeRequest } from './codes.ts'
import type { SmsReport } from './sms-report.ts'

const SCOPE = 'sms-breaker'

interface SentCode {
  used_at: number | null
}

/** Codes sent from `after` on, until `until`; milliseconds since the epoch. */
interface Span {
  after: number
  until: number
}

interface Breaker {
  scope: string
  /** The last codes that count, `SMS_BREAKER.sends` at most. */
  listSent: (span: Span) => Sql
}

/**
 * Rejects with 429 while sending pauses. It pauses for a while, and the operator is told, when hardly any of the last codes were used:
 * then somebody else than guests is asking for them. For an address alone where it asked for them all, for everybody where many did.
 */
export async function requireUsefulSms(
  db: Database,
  { phone, address }: CodeRequest,
  report: Pick<SmsReport, 'blocked' | 'breakerOpened'>,
  now: number,
): Promise<void> {
  const [own, all] = await db.transaction(async (tx) => [
    await trip(tx, breakerOf(address), now),
    await trip(tx, EVERYBODY, now),
  ])
  if (own.isNew) report.breakerOpened('one address')
  if (all.isNew) report.breakerOpened('everybody')
  const pausedUntil = Math.max(own.pausedUntil, all.pausedUntil)
  if (pausedUntil <= now) return
  report.blocked('breaker', phone)
  throw tooMany(pausedUntil - now, () => texts.server.smsUnavailable)
}

/** Whether sending pauses, for an address or for everybody. */
export async function isSmsPaused(db: Queries, now: number): Promise<boolean> {
  const isPause = sql`scope like ${`${SCOPE}%`} and at > ${now - SMS_BREAKER.pauseMs}`
  return (await countRows(db, sql`from limit_hits where ${isPause}`)) > 0
}

function breakerOf(address: string): Breaker {
  return {
    scope: `${SCOPE}:${address}`,
    listSent: ({ after, until }) => sql`
      select used_at from codes
       where address = ${address} and created_at > ${after} and created_at <= ${until}
       order by created_at desc
       limit ${SMS_BREAKER.sends}`,
  }
}

/** Of each address a few unused codes count, so that none keeps everybody from signing in. */
const EVERYBODY: Breaker = {
  scope: SCOPE,
  listSent: ({ after, until }) => sql`
    select used_at from (
      select used_at, created_at,
             row_number() over (partition by address, used_at is null order by created_at desc) as nth
        from codes where created_at > ${after} and created_at <= ${until}
    ) as sent
     where used_at is not null or nth <= ${SMS_BREAKER.unusedPerAddress}
     order by created_at desc
     limit ${SMS_BREAKER.sends}`,
}

async function trip(
  tx: Transaction,
  { scope, listSent }: Breaker,
  now: number,
): Promise<{ pausedUntil: number; isNew: boolean }> {
  await tx.lock(scope)
  const last = await tx.get<{ at: number }>(
    sql`select at from limit_hits where scope = ${scope} order by at desc limit 1`,
  )
  const pausedUntil = last ? last.at + SMS_BREAKER.pauseMs : 0
  if (pausedUntil > now) return { pausedUntil, isNew: false }
  // What led to one pause does not lead to the next: after it, as many codes again have their chance.
  const span = { after: last?.at ?? 0, until: now - SMS_BREAKER.olderThanMs }
  const sent = await tx.all<SentCode>(listSent(span))
  const used = sent.filter(({ used_at }) => used_at !== null).length
  const isUseful = used >= SMS_BREAKER.verifiedShare * SMS_BREAKER.sends
  if (sent.length < SMS_BREAKER.sends || isUseful) return { pausedUntil: 0, isNew: false }
  await addHit(tx, scope, now)
  return { pausedUntil: now + SMS_BREAKER.pauseMs, isNew: true }
}
