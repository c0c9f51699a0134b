import { del, entries, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { user } from '../../contract/entities.ts'
import { guestCookie, TOKEN_COOKIE } from '../../contract/limits.ts'
import { deviceDatabase, keyStore } from './device-database.ts'
import { inTime } from './wait.ts'

/** Who is signed in on this device, by the server's last answer. */
const savedSession = v.object({ token: v.string(), user })
export type SavedSession = v.InferOutput<typeof savedSession>

const STORE = 'session'
/** Of the user by phone. An Orma's guest by name has the name of the cookie. */
const KEY = 'session'
const store = keyStore(
  deviceDatabase('orma-session', [(db) => void db.createObjectStore(STORE)]),
  STORE,
)

/** Sessions that this page could not store, or not yet: on a device without room for a word more, or whose storage hangs. */
const unsaved = new Map<string, SavedSession>()

interface CookieReader {
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> }
  document?: { cookie: string }
  navigator?: { userAgent: string }
}

/** Stores token and user where the worker, and a page that is offline, can read them; where that fails, this page alone can. */
export async function saveSession(session: SavedSession): Promise<void> {
  const key = keyOf(session.user.guestOf)
  unsaved.set(key, session)
  const saving = set(key, session, store).then(() => {
    if (unsaved.get(key) === session) unsaved.delete(key)
  })
  await inTime(saving)
}

/** Forgets the session of the user by phone, or of an Orma's guest by name. */
export async function forgetSession(guestOf?: string): Promise<void> {
  unsaved.delete(keyOf(guestOf))
  await inTime(del(keyOf(guestOf), store))
}

/** The saved session; undefined where there is none or its shape is not this release's. */
export async function readSavedSession(guestOf?: string): Promise<SavedSession | undefined> {
  const key = keyOf(guestOf)
  const here = unsaved.get(key)
  if (here) return here
  // Storage that is forbidden or in trouble counts as empty. What waits to be sent waits also for one that is slow.
  return parseSession(await get<unknown>(key, store).catch(() => undefined))
}

/**
 * The session that requests may be sent with now, also from the worker: the saved one, as long as the cookie has the same token.
 * In a worker that cannot read cookies (no `cookieStore`) the saved one alone counts, and of a guest by name where the cookie is lost.
 */
export async function readSession(guestOf?: string): Promise<SavedSession | undefined> {
  const saved = await readSavedSession(guestOf)
  return saved && (await hasToken(saved)) ? saved : undefined
}

/** As `readSession`, of whoever is signed in in this Orma: the user by phone, or its guest by name. */
export async function readSessionFor(event_hash: string): Promise<SavedSession | undefined> {
  return (await readSession()) ?? (await readSession(event_hash))
}

/** As `readSession`, all in whose names something may be sent: the user by phone, or else the guests by name, each of an Orma. */
export async function readSessions(): Promise<SavedSession[]> {
  const session = await readSession()
  if (session) return [session]
  const guests: SavedSession[] = []
  const saved = await readSavedGuests().catch(() => guestsAmong([]))
  for (const guest of saved) if (await hasToken(guest)) guests.push(guest)
  return guests
}

/** The saved sessions of guests by name. Rejects where storage is in trouble, which does not mean that there are none. */
export async function readSavedGuests(): Promise<SavedSession[]> {
  return guestsAmong(await entries<string, unknown>(store))
}

function guestsAmong(stored: readonly [string, unknown][]): SavedSession[] {
  const saved = new Map([...stored, ...unsaved].filter(([key]) => key !== KEY))
  return [...saved.values()].flatMap((session) => parseSession(session) ?? [])
}

function keyOf(guestOf: string | undefined): string {
  return guestOf === undefined ? KEY : guestCookie(guestOf)
}

function parseSession(found: unknown): SavedSession | undefined {
  const saved = v.safeParse(savedSession, found)
  return saved.success ? saved.output : undefined
}

/** Enough of a token to tell it from others, too little to sign in with. */
export function tokenTail(token: string): string {
  return token.slice(-8)
}

async function hasToken({ token, user }: SavedSession): Promise<boolean> {
  const { guestOf } = user
  const name = guestOf === undefined ? TOKEN_COOKIE : guestCookie(guestOf)
  const isSame = (found: string | undefined) => found === token || (guestOf !== undefined && !found)
  const { cookieStore, document, navigator } = globalThis as CookieReader
  if (document) return isSame(findToken(document.cookie, name))
  // Firefox shows workers an empty cookie store. There a worker acts only when a page tells it to, and every page that starts
  // saves the session anew.
  if (!cookieStore || navigator?.userAgent.includes('Firefox/')) return true
  return isSame((await cookieStore.get(name))?.value)
}

/** The token in a `Cookie` text such as `a=1; token=abc`. */
export function findToken(cookies: string, name = TOKEN_COOKIE): string | undefined {
  return readCookies(cookies).find(([each]) => each === name)?.[1] || undefined
}

/** The tokens of guests by name in a `Cookie` text, by their Ormas. */
export function listGuestTokens(cookies: string): ReadonlyMap<string, string> {
  const prefix = guestCookie('')
  const guests = readCookies(cookies).filter(([name, token]) => name.startsWith(prefix) && token)
  return new Map(guests.map(([name, token]) => [name.slice(prefix.length), token]))
}

function readCookies(cookies: string): [name: string, value: string][] {
  return cookies.split('; ').map((part) => {
    const at = part.indexOf('=')
    return [part.slice(0, at), part.slice(at + 1)]
  })
}
