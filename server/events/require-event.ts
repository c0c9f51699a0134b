import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { Database, Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { countMiss } from '../limits/unknown-events.ts'
import { findEvent, findEventById } from './events.ts'
import type { EventRow } from './events.ts'

/** Who asks for which event: what `load` of every route of an event is given. */
export interface EventSubject {
  params: { event_hash: string }
  user: Pick<User, 'id'> | undefined
  address: string
}

/** The way into an event, for every call that names one. */
export interface EventAccess {
  /**
   * Finds the event. Rejects with 404, with 429 for an address that asks for too many unknown ones, and with 403 (`paused`) for
   * everyone but the owner of a paused one.
   */
  requireEvent: (subject: EventSubject) => Promise<EventRow>
  /** Finds the caller's own event. Rejects as `requireEvent` does, and with 403 for everyone but the owner. */
  requireOwnEvent: (subject: EventSubject) => Promise<EventRow>
}

export function createEventAccess({
  db,
  now,
}: {
  db: Database
  /** Milliseconds since the epoch. */
  now: () => number
}): EventAccess {
  async function requireEvent({ params, user, address }: EventSubject): Promise<EventRow> {
    const event = await findEvent(db, params.event_hash)
    if (event && isOpenTo(event, user?.id)) return event
    if (event) throw eventPaused()
    await countMiss(db, address, params.event_hash, now())
    throw eventNotFound()
  }

  return {
    requireEvent,
    async requireOwnEvent(subject) {
      const event = await requireEvent(subject)
      if (event.user_id === subject.user?.id) return event
      throw ownerOnly()
    },
  }
}

/** Whether a user, or a guest, sees anything of an event. */
export function isOpenTo(
  { paused, user_id }: Pick<EventRow, 'paused' | 'user_id'>,
  userId: number | undefined,
): boolean {
  return !paused || userId === user_id
}

/** An event that has been read again. Rejects with 404 where it went meanwhile. */
export function requireRow(event: EventRow | undefined): EventRow {
  if (!event) throw eventNotFound()
  return event
}

/**
 * Finds an event again, in the transaction that adds something to it: while a body was on its way its owner may have paused or
 * changed it. Rejects as `requireEvent` does.
 */
export async function requireStillOpen(tx: Queries, id: number, userId: number): Promise<EventRow> {
  const event = requireRow(await findEventById(tx, id))
  if (!isOpenTo(event, userId)) throw eventPaused()
  return event
}

export function ownerOnly(): HttpError {
  return new HttpError(403, texts.server.ownerOnly, 'owner_only')
}

export function eventPaused(): HttpError {
  return new HttpError(403, texts.server.paused, 'paused')
}

function eventNotFound(): HttpError {
  return new HttpError(404, texts.server.eventNotFound, 'event_not_found')
}
