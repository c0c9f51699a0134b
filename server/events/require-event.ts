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
import { isOpenTo, isPastDoor, pauseRefusal, seen } from './viewer.ts'
import type { SeenEvent } from './viewer.ts'

/** Who asks for which event: what `load` of every route of an event is given. */
export interface EventSubject {
  params: { event_hash: string }
  user: Pick<User, 'id' | 'guestOf'> | undefined
  address: string
  headers: Headers
}

/** The way into an event, for every call that names one. */
export interface EventAccess {
  /**
   * Finds the event as the caller sees it. Rejects with 404, with 429 for an address that asks for too many unknown ones, and with 403
   * for a guest of another one, for everyone but the organisers of a paused one, and for a device that has not given its word.
   */
  requireEvent: (subject: EventSubject) => Promise<SeenEvent>
  /**
   * Finds the event, also where it is paused or asks for its word. Rejects as `requireEvent` does with 404, with 429, and with 403 for a
   * guest of another one.
   */
  requireKnown: (subject: EventSubject) => Promise<SeenEvent>
  /** Finds the event for a device that has not given its word yet. Rejects as `requireEvent` does otherwise. */
  requireAtDoor: (subject: EventSubject) => Promise<SeenEvent>
  /** Finds an event that the caller organises. Rejects as `requireEvent` does, and with 403 for everyone else. */
  requireOrganised: (subject: EventSubject) => Promise<SeenEvent>
  /** Finds the caller's own event. Rejects as `requireEvent` does, and with 403 for everyone but the owner. */
  requireOwnEvent: (subject: EventSubject) => Promise<SeenEvent>
}

export function createEventAccess({
  db,
  now,
  secret,
}: {
  db: Database
  /** Milliseconds since the epoch. */
  now: () => number
  /** Key of what devices show at the door. */
  secret: Buffer
}): EventAccess {
  async function requireKnown({ params, user, address }: EventSubject) {
    const { event_hash } = params
    const row = await findEvent(db, event_hash)
    if (!row) {
      await countMiss(db, address, event_hash, now())
      throw new HttpError('event_not_found')
    }
    if (user?.guestOf !== undefined && user.guestOf !== event_hash) {
      throw new HttpError('guest_elsewhere')
    }
    return seen(db, row, user, now())
  }

  async function requireAtDoor(subject: EventSubject) {
    const event = await requireKnown(subject)
    if (!isOpenTo(event, event.viewer)) throw pauseRefusal(event)
    return event
  }

  async function requireEvent(subject: EventSubject) {
    const event = await requireAtDoor(subject)
    if (!isPastDoor(event, subject.headers, secret)) throw new HttpError('pin_wanted')
    return event
  }

  return {
    requireEvent,
    requireKnown,
    requireAtDoor,
    async requireOrganised(subject) {
      const event = await requireEvent(subject)
      if (event.viewer.isOrganiser) return event
      throw new HttpError('owner_only')
    },
    async requireOwnEvent(subject) {
      const event = await requireEvent(subject)
      if (event.user_id === subject.user?.id) return event
      throw new HttpError('owner_only')
    },
  }
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
export async function requireStillOpen(
  tx: Queries,
  { id, viewer }: SeenEvent,
  nowMs: number,
): Promise<SeenEvent> {
  const row = requireRow(await findEventById(tx, id))
  const user = viewer.id === undefined ? undefined : { id: viewer.id }
  const event = await seen(tx, row, user, nowMs)
  if (!isOpenTo(event, event.viewer)) throw pauseRefusal(event)
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
