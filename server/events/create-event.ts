import { hash } from 'node:crypto'
import type { api } from '../../contract/api.ts'
import type { FormFields } from '../../contract/endpoint.ts'
import type { User } from '../../contract/entities.ts'
import { EVENTS_PER_DAY } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import { DAY_MS, requireQuota, spend } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { requireAccount } from '../users/users.ts'
import { recordAct } from './audit.ts'
import { removeEventImages, storeEventImages } from './event-images.ts'
import type { EventImageParts, StoredImages } from './event-images.ts'
import { requireCreator } from './creators.ts'
import type { CreatorRules } from './creators.ts'
import { chosenSwitches, pinHash } from './event-settings.ts'
import { findEventById, insertEvent, SPECIFIED } from './events.ts'
import type { EventRow } from './events.ts'
import { requireRow } from './require-event.ts'
import { HttpError } from '../http/http-error.ts'
import { REMEMBERED_MS } from '../http/keyed-calls.ts'

interface NewEvent {
  user: Pick<User, 'id' | 'phone'>
  /** The caller's `Idempotency-Key`; undefined: each call makes an event. */
  key: string | undefined
  fields: FormFields<typeof api.createEvent>
  /** Images by field. */
  files: Readonly<Record<string, Uint8Array | undefined>>
}

/**
 * Makes an event, once per key: repeated, it finds the event of the first time. Rejects with 401 where the account is gone, with 403
 * where it may make none, with 429 where it made too many today, and as `findEventOfKey` and `storeEventImages` do.
 */
export async function createEvent(
  parts: EventImageParts & { db: Database; secret: Buffer; rules: CreatorRules },
  event: NewEvent,
  nowMs: number,
): Promise<{ row: EventRow; isNew: boolean }> {
  const key = event.key === undefined ? undefined : keyOf(event, event.key, parts.secret)
  // First of all: a repeated call needs no room for its images.
  const known = key && (await findEventOfKey(parts.db, key))
  if (known) return { row: known, isNew: false }
  const { user } = event
  await requireCreator(parts.db, parts.rules, user)
  await parts.db.transaction((tx) => requireQuota(tx, ofDay(user.id), nowMs))
  const images = await storeEventImages(parts, event.files)
  const made = await parts.db.transaction(async (tx) => {
    await requireAccount(tx, user.id)
    if (key) await tx.lock(`event key ${key.user_id} ${key.key}`)
    const known = key && (await findEventOfKey(tx, key))
    if (known) return { row: known, isNew: false }
    await spend(tx, ofDay(user.id), nowMs)
    const row = await addEvent(tx, event, images, { secret: parts.secret, nowMs })
    if (key) await addEventKey(tx, key, row.id, nowMs)
    return { row, isNew: true }
  })
  if (!made.isNew) await removeEventImages(parts, Object.values(images))
  return made
}

async function addEvent(
  tx: Transaction,
  { user: { id: user_id }, fields }: NewEvent,
  images: StoredImages,
  { secret, nowMs }: { secret: Buffer; nowMs: number },
): Promise<EventRow> {
  const { profile_image = null, banner = null } = images
  const row = await insertEvent(tx, {
    name: fields.name,
    event_date: fields.event_date,
    seating_url: fields.seating_url || null,
    ends_at: fields.endsAt ?? null,
    ...SPECIFIED,
    ...chosenSwitches(fields),
    profile_image,
    banner,
    user_id,
    created_at: nowMs,
  })
  if (fields.pin) {
    // Its hash is bound to the event's own, which is only now known.
    const pin_hash = pinHash(row.event_hash, fields.pin, secret)
    await tx.run(sql`update events set pin_hash = ${pin_hash} where id = ${row.id}`)
    row.pin_hash = pin_hash
  }
  await recordAct(tx, { event_id: row.id, user_id, action: 'create' }, nowMs)
  return row
}

function ofDay(user_id: number): Limit {
  return { scope: `event:${user_id}`, max: EVENTS_PER_DAY, windowMs: DAY_MS }
}

function keyOf({ user, fields, files }: NewEvent, key: string, secret: Buffer): EventKey {
  const { name, event_date, seating_url, endsAt, pin } = fields
  const texts: (string | number | null)[] = [name, event_date, seating_url || null, endsAt ?? null]
  // A key of a release before there were switches stands for the same where none is set.
  // Of the word at the door nothing lies anywhere but a keyed hash.
  if (pin) texts.push(`pin ${pinHash('', pin, secret)}`)
  const chosen = Object.entries(chosenSwitches(fields))
  const defaults: Readonly<Record<string, unknown>> = SPECIFIED
  for (const [column, value] of chosen) {
    if (value === defaults[column]) continue
    texts.push(column === 'allow_videos' ? 'videos' : `${column} ${value}`)
  }
  const images = [files['profile_image'], files['banner']].map((image) => image && sha256(image))
  return { user_id: user.id, key, payload: sha256(JSON.stringify([...texts, ...images])) }
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

interface EventKey {
  user_id: number
  key: string
  /** Hash of what the event is to be made of. */
  payload: string
}

/**
 * The event that this key made before, as it is by now; undefined: none. Rejects with 404 where it was deleted since: it stays
 * deleted; and with 422 where the key came with something else.
 */
async function findEventOfKey(
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

async function addEventKey(
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
