import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { notifySessionsEnded } from '../live/live-stream.ts'
import { lockPhone } from './sms-limits.ts'
import { findUserByPhone } from './users.ts'

export interface BanRow {
  id: number
  phone: string
  /** Of the number's account. */
  name: string | null
  created_at: number
}

/** Rejects with 403 where a number may not sign in here. */
export async function requireNotBanned(db: Queries, phone: string): Promise<void> {
  if (await findBan(db, phone)) throw new HttpError('banned')
}

export async function findBan(db: Queries, phone: string): Promise<BanRow | undefined> {
  return db.get<BanRow>(sql`${ALL_BANS} where b.phone = ${phone}`)
}

export function listBans(db: Queries): Promise<BanRow[]> {
  return db.all<BanRow>(sql`${ALL_BANS} order by b.id desc`)
}

const ALL_BANS = sql`
    select b.id, b.phone, b.created_at, u.name from bans b left join users u on u.phone = b.phone`

/** Signs a number out everywhere, and lets it in no more; what it added stays. False where it is banned already. */
export async function banPhone(tx: Transaction, phone: string, nowMs: number): Promise<boolean> {
  // A sign-in that is under way is there before, and ended, or waits and is refused.
  await lockPhone(tx, phone)
  const added = await tx.run(sql`
    insert into bans (phone, created_at) values (${phone}, ${nowMs}) on conflict (phone) do nothing`)
  const user = await findUserByPhone(tx, phone)
  if (user) {
    await tx.run(sql`delete from sessions where user_id = ${user.id}`)
    // Their downloads ask for no sign-in.
    await tx.run(sql`delete from archives where user_id = ${user.id}`)
    await notifySessionsEnded(tx, user.id)
  }
  return added === 1
}

/** Gives the number that may sign in again; undefined where there is no such ban. */
export async function liftBan(tx: Transaction, id: number): Promise<string | undefined> {
  const lifted = await tx.get<{ phone: string }>(
    sql`delete from bans where id = ${id} returning phone`,
  )
  return lifted?.phone
}
