import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { REMEMBERED_MS } from '../http/keyed-calls.ts'
import { findEventById } from './events.ts'
import type { EventRow } from './events.ts'
import { requireRow } from './require-event.ts'

export interface EventKey {
  user_id: number
  key: string
  /** Hash of what the event is to be made of. */
  payload: string
}

/**
 * The event that this key made before, as it is by now; undefined: none. Rejects with 404 where it was deleted since: it stays
 * deleted; and with 422 where the key came with something else.
 */
export async function findEventOfKey(
  db: Queries,
  { user_id, key, payload }: EventKey,
): Promise<EventRow | undefined> {
  const known = await db.get<{ payload: string; event_id: number }>(sql`
    select payload, event_id from event_keys where user_id = ${user_id} and idempotency_key = ${key}`)
  if (!known) return undefined
  const event = requireRow(await findEventById(db, known.event_id))
  if (known.payload === payload) return event
  throw new HttpError('key_reused')
}

/** Whether this key made an event before, whatever of. */
export async function isEventKey(
  db: Queries,
  { user_id, key }: Pick<EventKey, 'user_id' | 'key'>,
): Promise<boolean> {
  const known = await db.get(
    sql`select event_id from event_keys where user_id = ${user_id} and idempotency_key = ${key}`,
  )
  return known !== undefined
}

export async function addEventKey(
  tx: Queries,
  { user_id, key, payload }: EventKey,
  event_id: number,
  nowMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into event_keys (user_id, idempotency_key, payload, event_id, created_at)
    values (${user_id}, ${key}, ${payload}, ${event_id}, ${nowMs})`)
}

export async function pruneEventKeys(db: Queries, nowMs: number): Promise<void> {
  await db.run(sql`delete from event_keys where created_at < ${nowMs - REMEMBERED_MS}`)
}
