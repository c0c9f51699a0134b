import type { AuditAction, AuditDetails, AuditEntry } from '../../contract/audit-entry.ts'
import { AUDIT_DAYS, AUDIT_PAGE_SIZE } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { DAY_MS } from '../limits/limit.ts'

export interface OrganisersAct {
  event_id: number
  /** Who did it. */
  user_id: number
  action: AuditAction
  post_id?: number
  /** Never of a person, nor what they wrote. */
  details?: AuditDetails
}

/** Writes down what an organiser does, in the transaction that does it. */
export async function recordAct(
  tx: Queries,
  { event_id, user_id, action, post_id, details = {} }: OrganisersAct,
  nowMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into audit_entries (event_id, user_id, action, post_id, details, created_at)
    values (${event_id}, ${user_id}, ${action}, ${post_id ?? null}, ${JSON.stringify(details)}, ${nowMs})`)
}

/** What an event’s organisers did, newest first: the 50 entries before entry `before`. */
export async function listActs(
  db: Queries,
  event_id: number,
  before: number | undefined,
): Promise<AuditEntry[]> {
  const rows = await db.all<{
    id: number
    user_id: number
    name: string | null
    action: AuditAction
    post_id: number | null
    details: string
    created_at: number
  }>(sql`
    select a.id, a.user_id, u.name, a.action, a.post_id, a.details, a.created_at
      from audit_entries a left join users u on u.id = a.user_id
     where a.event_id = ${event_id} ${before === undefined ? sql`` : sql`and a.id < ${before}`}
     order by a.id desc
     limit ${AUDIT_PAGE_SIZE}`)
  return rows.map(({ id, user_id, name, action, post_id, details, created_at }) => ({
    id,
    at: new Date(created_at).toISOString(),
    User: { id: user_id, name },
    action,
    post_id,
    details: JSON.parse(details) as AuditDetails,
  }))
}

export async function pruneActs(db: Queries, nowMs: number): Promise<void> {
  await db.run(sql`delete from audit_entries where created_at < ${nowMs - AUDIT_DAYS * DAY_MS}`)
}
