import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { recordChange } from '../live/changes.ts'

/** Who organises which event. */
interface Role {
  event_id: number
  user_id: number
}

/** Makes somebody an organiser. Who is one already stays one. */
export async function addOrganiser(
  tx: Transaction,
  { event_id, user_id }: Role,
  nowMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into organisers (event_id, user_id, since) values (${event_id}, ${user_id}, ${nowMs})
    on conflict (event_id, user_id) do nothing`)
  await tellRole(tx, { event_id, user_id })
}

/** Takes somebody out of an event's organisers, with what they were given as one of them; false: they were none. */
export async function dropOrganiser(
  tx: Transaction,
  { event_id, user_id }: Role,
): Promise<boolean> {
  const dropped = await tx.run(
    sql`delete from organisers where event_id = ${event_id} and user_id = ${user_id}`,
  )
  if (dropped === 0) return false
  await tx.run(sql`delete from handovers where event_id = ${event_id} and user_id = ${user_id}`)
  await tx.run(sql`delete from archives where event_id = ${event_id} and user_id = ${user_id}`)
  await tellRole(tx, { event_id, user_id })
  return true
}

/** Takes somebody out of the organisers of all events. */
export async function leaveAll(tx: Transaction, user_id: number): Promise<void> {
  const events = await tx.all<{ event_id: number }>(
    sql`select event_id from organisers where user_id = ${user_id} order by event_id`,
  )
  for (const { event_id } of events) await dropOrganiser(tx, { event_id, user_id })
}

export async function isOrganiserOf(tx: Queries, { event_id, user_id }: Role): Promise<boolean> {
  const found = await tx.get(
    sql`select 1 as found from organisers where event_id = ${event_id} and user_id = ${user_id}`,
  )
  return found !== undefined
}

/** Has the one whose role has changed come back as who they are now, and all organisers hear of it. */
export function tellRole(tx: Transaction, { event_id, user_id }: Role): Promise<void> {
  return recordChange(tx, { event_id, kind: 'role', subject_id: user_id })
}

/** Whom an event's owner has asked to take it over. */
export async function findHandover(tx: Queries, event_id: number): Promise<number | undefined> {
  const asked = await tx.get<{ user_id: number }>(
    sql`select user_id from handovers where event_id = ${event_id}`,
  )
  return asked?.user_id
}

/** Asks an organiser to take an event over, instead of whoever was asked before. */
export async function askHandover(
  tx: Transaction,
  { event_id, user_id }: Role,
  nowMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into handovers (event_id, user_id, asked_at) values (${event_id}, ${user_id}, ${nowMs})
    on conflict (event_id) do update set user_id = excluded.user_id, asked_at = excluded.asked_at`)
  await recordChange(tx, { event_id, kind: 'role' })
}

/** Nobody is asked any more. */
export async function endHandover(tx: Transaction, event_id: number): Promise<void> {
  const ended = await tx.run(sql`delete from handovers where event_id = ${event_id}`)
  if (ended > 0) await recordChange(tx, { event_id, kind: 'role' })
}

/** Makes an organiser the owner, and the owner an organiser. */
export async function changeOwner(
  tx: Transaction,
  { event_id, user_id }: Role,
  { from, nowMs }: { from: number; nowMs: number },
): Promise<void> {
  await dropOrganiser(tx, { event_id, user_id })
  // The new owner has not opened the warning of a deletion.
  await tx.run(
    sql`update events set user_id = ${user_id}, delete_seen_at = null where id = ${event_id}`,
  )
  await addOrganiser(tx, { event_id, user_id: from }, nowMs)
}
