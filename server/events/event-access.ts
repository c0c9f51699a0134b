import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { Database } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { countMiss } from '../limits/unknown-events.ts'
import { findEvent } from './events.ts'
import type { EventRow } from './events.ts'

export interface EventParts {
  db: Database
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Who asks for which event: what `load` of every route of an event is given. */
export interface EventSubject {
  params: { event_hash: string }
  user: User | undefined
  address: string
}

/** Finds the event that a call names. Rejects with 404, and with 429 an address that asks for too many unknown ones. */
export async function requireEvent(
  { db, now }: EventParts,
  { params, address }: EventSubject,
): Promise<EventRow> {
  const event = await findEvent(db, params.event_hash)
  if (event) return event
  await countMiss(db, address, now())
  throw new HttpError(404, texts.server.eventNotFound, 'event_not_found')
}

/** Finds the caller's own event that a call names. Rejects as `requireEvent` does, and with 403 everyone but the owner. */
export async function requireOwnEvent(
  parts: EventParts,
  subject: EventSubject & { user: User },
): Promise<EventRow> {
  const event = await requireEvent(parts, subject)
  if (event.user_id !== subject.user.id) {
    throw new HttpError(403, texts.server.ownerOnly, 'owner_only')
  }
  return event
}
