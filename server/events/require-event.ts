import { hash } from 'node:crypto'
import type { User } from '../../contract/entities.ts'
import type { Database, Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { findEvent, findEventById } from './events.ts'
import type { EventRow } from './events.ts'
import { UNKNOWN_EVENTS_PER_ADDRESS } from '../../contract/limits.ts'
import { StorageFull } from '../outages.ts'
import { addressScope } from '../http/client-address.ts'
import { addHit, isReached, spend } from '../limits/limit.ts'

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
    if (event) throw new HttpError('paused')
    await countMiss(db, address, params.event_hash, now())
    throw new HttpError('event_not_found')
  }

  return {
    requireEvent,
    async requireOwnEvent(subject) {
      const event = await requireEvent(subject)
      if (event.user_id === subject.user?.id) return event
      throw new HttpError('owner_only')
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
  if (!event) throw new HttpError('event_not_found')
  return event
}

/**
 * Finds an event again, in the transaction that adds something to it: while a body was on its way its owner may have paused or
 * changed it. Rejects as `requireEvent` does.
 */
export async function requireStillOpen(tx: Queries, id: number, userId: number): Promise<EventRow> {
  const event = requireRow(await findEventById(tx, id))
  if (!isOpenTo(event, userId)) throw new HttpError('paused')
  return event
}

/**
 * Counts that an address asked for an event that does not exist, each event once; rejects with 429 once it asked for too many.
 * A guesser brings another hash each time, while all guests of a venue ask for one that was deleted.
 * Events that exist stay open to that address: other guests may share it.
 */
export async function countMiss(
  db: Database,
  address: string,
  event_hash: string,
  now: number,
): Promise<void> {
  const { misses, windowMs } = UNKNOWN_EVENTS_PER_ADDRESS
  const scope = `unknown-event:${addressScope(address)}`
  // What stands in an address may be of any length.
  const name = hash('sha256', event_hash, 'base64url')
  const ofHash = { scope: `${scope}:${name}`, max: 1, windowMs }
  await db
    .transaction(async (tx) => {
      if (await isReached(tx, ofHash, now)) return
      await spend(tx, { scope, max: misses, windowMs }, now)
      await addHit(tx, ofHash.scope, now)
    })
    .catch((error: unknown) => {
      // Nobody guesses 128 bits while a disk is full, and to read goes on.
      if (!(error instanceof StorageFull)) throw error
    })
}
