import { createHmac } from 'node:crypto'
import type { User } from '../../contract/entities.ts'
import {
  GUESTS_PER_ADDRESS_PER_HOUR,
  GUESTS_PER_EVENT_PER_HOUR,
  NAME_MAX,
  NAME_NUMBER_LENGTH,
} from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import { recordAct } from '../events/audit.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { recountGuests } from '../events/guest-count.ts'
import { HttpError } from '../http/http-error.ts'
import { addressScope } from '../http/client-address.ts'
import { addHit, HOUR_MS, isReached, requireQuota } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { authenticate, createSession } from './sessions.ts'

interface NewGuest {
  event: SeenEvent
  name: string
  /** The client's network address. */
  address: string
  key: string | undefined
}

/**
 * Makes a guest by name, with a token that is good in this event alone. Once more under the same key and name it gives the same
 * guest. Rejects with 401 where the guest of this key is gone or had another name, and with 429 at a limit; at the event's own its
 * owner is told.
 */
export async function makeGuest(
  parts: { db: Database; secret: Buffer; now: () => number },
  guest: NewGuest,
): Promise<{ token: string; user: User }> {
  const { db, secret } = parts
  const { event, address, key } = guest
  const now = parts.now()
  const token = key === undefined ? undefined : tokenOf(guest, secret)
  const made = await db.transaction(async (tx) => {
    // One after the other, so that two of one name are told apart, and a key makes one guest.
    await tx.lock(`guests:${event.id}`)
    const known = token && (await authenticate(tx, token, now))
    if (token && known) return { token, user: known }
    await requireQuota(tx, ofAddress(address), now, () => texts.guests.wait)
    if (await isReached(tx, ofEvent(event.id), now)) return undefined
    await addHit(tx, ofAddress(address).scope, now)
    await addHit(tx, ofEvent(event.id).scope, now)
    return addGuest(tx, guest, { token, now })
  })
  if (made) return made
  await tellOwner(db, event, now)
  throw new HttpError('too_many_requests', {
    message: texts.guests.wait,
    retryAfterSeconds: HOUR_MS / 1000,
  })
}

async function addGuest(
  tx: Transaction,
  { event, name, key }: NewGuest,
  { token, now }: { token: string | undefined; now: number },
): Promise<{ token: string; user: User }> {
  const shown = await nameApart(tx, event.id, name)
  const row = await tx.get<{ id: number }>(sql`
    insert into users (phone, name, created_at) values (${`guest:${newMediaName()}`}, ${shown}, ${now})
    returning id`)
  if (!row) throw new Error('a new guest has no id')
  const added = await tx.run(sql`
    insert into guests (user_id, event_id, idempotency_key) values (${row.id}, ${event.id}, ${key ?? null})
    on conflict (idempotency_key) do nothing`)
  if (added === 0) throw new HttpError('unauthorized')
  await recountGuests(tx, event.id)
  const user = { id: row.id, name: shown, phone: '', email: null, guestOf: event.event_hash }
  return { token: await createSession(tx, row.id, now, token), user }
}

/** The token of who came under this key and name: the same for the same. */
function tokenOf({ event, name, key }: NewGuest, secret: Buffer): string {
  return createHmac('sha256', secret).update(`guest:${event.id}:${key}:${name}`).digest('base64url')
}

/**
 * A name by which somebody is told apart from all others in an event: the name itself, or with a number behind it where others who
 * took part have it. `exceptOf`: whose name it is to be.
 */
export async function nameApart(
  tx: Queries,
  event_id: number,
  name: string,
  exceptOf = 0,
): Promise<string> {
  const [...letters] = name
  const base = letters.slice(0, NAME_MAX - NAME_NUMBER_LENGTH).join('')
  const start = [...base].length
  const rows = await tx.all<{ name: string }>(sql`
    select u.name from users u
     where substr(u.name, 1, ${start}) = ${base} and u.id <> ${exceptOf} and u.id in (
       select user_id from guests where event_id = ${event_id}
        union
       select user_id from posts where event_id = ${event_id}
        union
       select user_id from comments where event_id = ${event_id}
        union
       select user_id from events where id = ${event_id}
     )`)
  const taken = new Set(rows.map((row) => row.name))
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${base} (${number})`)) number += 1
  return `${base} (${number})`
}

/** As `nameApart`, for a guest who is there already. */
export async function renameApart(tx: Transaction, userId: number, name: string): Promise<string> {
  const guest = await tx.get<{ event_id: number }>(
    sql`select event_id from guests where user_id = ${userId}`,
  )
  if (!guest) return name
  await tx.lock(`guests:${guest.event_id}`)
  return nameApart(tx, guest.event_id, name, userId)
}

function ofAddress(address: string): Limit {
  const scope = `guests-of-address:${addressScope(address)}`
  return { scope, max: GUESTS_PER_ADDRESS_PER_HOUR, windowMs: HOUR_MS }
}

function ofEvent(event_id: number): Limit {
  return { scope: `guests-of-event:${event_id}`, max: GUESTS_PER_EVENT_PER_HOUR, windowMs: HOUR_MS }
}

/** Once an hour. */
async function tellOwner(db: Database, { id, user_id }: SeenEvent, now: number): Promise<void> {
  const told: Limit = { scope: `guests-held:${id}`, max: 1, windowMs: HOUR_MS }
  await db.transaction(async (tx) => {
    if (await isReached(tx, told, now)) return
    await addHit(tx, told.scope, now)
    await recordAct(tx, { event_id: id, user_id, action: 'hold_guests' }, now)
  })
}
