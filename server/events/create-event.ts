import { hash } from 'node:crypto'
import type { api } from '../../contract/api.ts'
import type { FormFields } from '../../contract/endpoint.ts'
import { EVENTS_PER_DAY } from '../../contract/limits.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { DAY_MS, requireQuota, spend } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { requireAccount } from '../users/users.ts'
import { recordAct } from './audit.ts'
import { countEventImages, removeEventImages, storeEventImages } from './event-images.ts'
import type { EventImageParts, StoredImages } from './event-images.ts'
import { addEventKey, findEventOfKey, isEventKey } from './event-keys.ts'
import type { EventKey } from './event-keys.ts'
import { findEvent, insertEvent } from './events.ts'
import type { EventRow } from './events.ts'
import { requireRow } from './require-event.ts'

interface NewEvent {
  user_id: number
  /** The caller's `Idempotency-Key`; undefined: each call makes an event. */
  key: string | undefined
  fields: FormFields<typeof api.createEvent>
  /** Images by field. */
  files: Readonly<Record<string, Uint8Array | undefined>>
}

/** For before a form is read: rejects with 429 where its user made too many events today. A repeated call needs no room. */
export async function requireDailyQuota(
  db: Database,
  { user_id, key }: Pick<NewEvent, 'user_id' | 'key'>,
  nowMs: number,
): Promise<void> {
  if (key !== undefined && (await isEventKey(db, { user_id, key }))) return
  await db.transaction((tx) => requireQuota(tx, ofDay(user_id), nowMs))
}

/**
 * Makes an event, once per key: repeated, it finds the event of the first time. Rejects with 401 where the account is gone, with 429
 * where it made too many today, and as `findEventOfKey` and `storeEventImages` do.
 */
export async function createEvent(
  parts: EventImageParts & { db: Database },
  event: NewEvent,
  nowMs: number,
): Promise<{ row: EventRow; isNew: boolean }> {
  const key = event.key === undefined ? undefined : keyOf(event, event.key)
  // First of all: a repeated call needs no room for its images.
  const known = key && (await findEventOfKey(parts.db, key))
  if (known) return { row: known, isNew: false }
  const images = await storeEventImages(parts, event.files)
  const forgetImages = () => removeEventImages(parts, Object.values(images.names))
  const work = async (tx: Transaction) => {
    await requireAccount(tx, event.user_id)
    if (key) await tx.lock(`event key ${key.user_id} ${key.key}`)
    const known = key && (await findEventOfKey(tx, key))
    if (known) return { row: known, isNew: false }
    await spend(tx, ofDay(event.user_id), nowMs)
    const row = await addEvent(tx, event, images, nowMs)
    if (key) await addEventKey(tx, key, row.id, nowMs)
    return { row, isNew: true }
  }
  const made = await parts.db.transaction(work).catch(async (error: unknown) => {
    if (error instanceof HttpError) await forgetImages()
    throw error
  })
  if (!made.isNew) await forgetImages()
  return made
}

async function addEvent(
  tx: Transaction,
  { user_id, fields }: NewEvent,
  images: StoredImages,
  nowMs: number,
): Promise<EventRow> {
  const { profile_image = null, banner = null } = images.names
  const { id, event_hash } = await insertEvent(tx, {
    name: fields.name,
    event_date: fields.event_date,
    seating_url: fields.seating_url || null,
    ends_at: fields.endsAt ?? null,
    profile_image,
    banner,
    user_id,
    created_at: nowMs,
  })
  await countEventImages(tx, id, images)
  await recordAct(tx, { event_id: id, user_id, action: 'create' }, nowMs)
  return requireRow(await findEvent(tx, event_hash))
}

function ofDay(user_id: number): Limit {
  return { scope: `event:${user_id}`, max: EVENTS_PER_DAY, windowMs: DAY_MS }
}

function keyOf({ user_id, fields, files }: NewEvent, key: string): EventKey {
  const { name, event_date, seating_url, endsAt } = fields
  const texts = [name, event_date, seating_url || null, endsAt ?? null]
  const images = [files['profile_image'], files['banner']].map((image) => image && sha256(image))
  return { user_id, key, payload: sha256(JSON.stringify([...texts, ...images])) }
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}
