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
import { doorKey } from './viewer.ts'
import type { SeenEvent } from './viewer.ts'

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
      run: async ({ loaded: event, body: { pin, device }, address }) => {
        if (event.pin_hash !== null) {
          const asked = { ...event, pin_hash: event.pin_hash }
          const given = pinHash(event.event_hash, pin, secret)
          const by = device ?? addressScope(address)
          await tryWord(db, { event: asked, given, by, nowMs: now() })
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
  event: SeenEvent & { pin_hash: string }
  /** The hash of the word. */
  given: string
  /** The device, or where it does not name itself its address. */
  by: string
  nowMs: number
}

/**
 * Rejects with 403 where a word is wrong, and with 429 where too many were: from a device, or at this door, so that four digits take
 * weeks to guess, and its organisers are told, who may try as they like. Who mistyped and then gives the right one has tried nothing.
 */
async function tryWord(db: Database, { event, given, by, nowMs }: Try): Promise<void> {
  const isRight = isSame(given, event.pin_hash)
  if (event.viewer.isOrganiser) {
    if (isRight) return
    throw new HttpError('pin_refused')
  }
  const ofEvent = triesAtDoor(event)
  const ofDevice: Limit = { scope: `${ofEvent.scope}:${by}`, ...WORDS_AT_DOOR.perDevice }
  const isIn = await db.transaction(async (tx) => {
    await requireQuota(tx, ofEvent, nowMs)
    await requireQuota(tx, ofDevice, nowMs)
    if (isRight) {
      const wrong = await countRows(tx, sql`from limit_hits where scope = ${ofDevice.scope}`)
      for (const { scope } of [ofEvent, ofDevice]) await refundHits(tx, scope, wrong)
      return true
    }
    // Codes on tables and pages that are open give the word before again by themselves.
    if (given === event.old_pin_hash) return false
    for (const { scope } of [ofEvent, ofDevice]) await addHit(tx, scope, nowMs)
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
