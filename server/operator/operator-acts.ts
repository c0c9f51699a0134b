import { ADMIN_PAGE_SIZE } from '../../contract/admin.ts'
import type { OperatorAct, OperatorAction } from '../../contract/admin.ts'
import { AUDIT_DAYS } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { DAY_MS } from '../limits/limit.ts'

/** `+491511234••••78`: enough to tell numbers apart, too little to call one. */
export function maskPhone(phone: string): string {
  return `+${phone.slice(0, -6)}••••${phone.slice(-2)}`
}

/** Who does something: a number of ADMIN_PHONES, or somebody who types commands on the server. */
export interface Operator {
  /** Masked; null: not known. */
  by: string | null
}

/** Who types a command. */
export const AT_SERVER: Operator = { by: null }

interface DoneByOperator extends Operator {
  action: OperatorAction
  /** Name of the Orma, masked number of the person, or for how many. */
  about: string
}

/** Writes down what who runs the server does, in the transaction that does it. */
export async function recordOperatorAct(
  tx: Queries,
  { by, action, about }: DoneByOperator,
  nowMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into operator_acts (by_phone, action, about, created_at)
    values (${by}, ${action}, ${about}, ${nowMs})`)
}

/** What was done, the newest first: 50 acts, or those before act `before`. */
export async function listOperatorActs(
  db: Queries,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<OperatorAct[]> {
  const rows = await db.all<DoneByOperator & { id: number; created_at: number }>(sql`
    select id, by_phone as "by", action, about, created_at from operator_acts
     where id < ${before} order by id desc limit ${ADMIN_PAGE_SIZE}`)
  return rows.map(({ id, created_at, by, action, about }) => ({
    id,
    at: new Date(created_at).toISOString(),
    by,
    action,
    about,
  }))
}

export async function pruneOperatorActs(db: Queries, nowMs: number): Promise<void> {
  await db.run(sql`delete from operator_acts where created_at < ${nowMs - AUDIT_DAYS * DAY_MS}`)
}
