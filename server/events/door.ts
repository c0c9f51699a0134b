import { timingSafeEqual } from 'node:crypto'
import type { Parts } from './parts.ts'
import { api } from '../../contract/api.ts'
import { DOOR_SECONDS, doorCookie, WORDS_AT_DOOR } from '../../contract/limits.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from '../http/client-address.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { Reply } from '../http/reply.ts'
import { recordChange } from '../live/changes.ts'
import { addHit, isReached, refundHits, requireQuota } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { recordAct } from './audit.ts'
import { pinMarkOf, triesAtDoor } from './door-words.ts'
import { pinHash } from './event-settings.ts'
import type { EventRow } from './events.ts'
import { doorKey } from './viewer.ts'

interface DoorParts extends Pick<Parts, 'db' | 'access' | 'now'> {
  secret: Buffer
  /** Whether people come by https: then the cookie travels only so. */
  secureCookies: boolean
}

/** Lets devices in that give an event's word. */
export function doorRoutes({ db, access, now, secret, secureCookies }: DoorParts): Route[] {
  return [
    handle(api.openDoor, {
      load: access.requireAtDoor,
      run: async ({ loaded: event, body: { pin }, address }) => {
        const isRight = (asked: EventRow & { pin_hash: string }) =>
          isSame(pinHash(asked.event_hash, pin, secret), asked.pin_hash)
        if (event.pin_hash !== null) {
          const asked = { ...event, pin_hash: event.pin_hash }
          await tryWord(db, { event: asked, address, nowMs: now() }, () => isRight(asked))
        }
        const key = doorKey(event, secret)
        const answer = { success: true as const, key, pinMark: pinMarkOf(event) }
        const cookie = cookieOf(doorCookie(event.event_hash), key, secureCookies)
        return new Reply(200, answer, { 'set-cookie': cookie })
      },
    }),
  ]
}

interface Try {
  event: EventRow & { pin_hash: string }
  address: string
  nowMs: number
}

/**
 * Rejects with 403 where a word is wrong, and with 429 where too many were: from an address, which may be that of a whole venue, or at
 * this door, so that four digits take weeks to guess, and its organisers are told. Who mistyped and then gives the right one has tried nothing.
 */
async function tryWord(
  db: Database,
  { event, address, nowMs }: Try,
  isRight: () => boolean,
): Promise<void> {
  const ofEvent = triesAtDoor(event)
  const ofAddress: Limit = {
    scope: `${ofEvent.scope}:${addressScope(address)}`,
    ...WORDS_AT_DOOR.perAddress,
  }
  const isIn = await db.transaction(async (tx) => {
    await requireQuota(tx, ofEvent, nowMs)
    await requireQuota(tx, ofAddress, nowMs)
    if (isRight()) {
      const wrong = await countRows(tx, sql`from limit_hits where scope = ${ofAddress.scope}`)
      const refunded = Math.min(wrong, WORDS_AT_DOOR.refunded)
      for (const { scope } of [ofEvent, ofAddress]) await refundHits(tx, scope, refunded)
      return true
    }
    for (const { scope } of [ofEvent, ofAddress]) await addHit(tx, scope, nowMs)
    if (await isReached(tx, ofEvent, nowMs)) {
      const act = { event_id: event.id, user_id: event.user_id, action: 'door_closed' } as const
      await recordAct(tx, act, nowMs)
      // Its organisers' pages ask again, and say so.
      await recordChange(tx, { event_id: event.id, kind: 'event' })
    }
    return false
  })
  if (!isIn) throw new HttpError('pin_refused')
}

/** Takes the same time wherever the two differ. */
function isSame(given: string, expected: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  )
}

/** Not HttpOnly: "Forget this device" removes it. */
function cookieOf(name: string, key: string, isSecure: boolean): string {
  const cookie = `${name}=${key}; Max-Age=${DOOR_SECONDS}; Path=/; SameSite=Lax`
  return isSecure ? `${cookie}; Secure` : cookie
}
