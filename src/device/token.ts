import { del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { user } from '../../contract/entities.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { deviceDatabase, keyStore } from './device-database.ts'
import { inTime } from './wait.ts'

/** Who is signed in on this device, by the server's last answer. */
const savedSession = v.object({ token: v.string(), user })
export type SavedSession = v.InferOutput<typeof savedSession>

const STORE = 'session'
const KEY = 'session'
const store = keyStore(
  deviceDatabase('orma-session', [(db) => void db.createObjectStore(STORE)]),
  STORE,
)

/** The session that this page could not store, or not yet: on a device without room for a word more, or whose storage hangs. */
let unsaved: SavedSession | undefined

interface CookieReader {
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> }
  document?: { cookie: string }
  navigator?: { userAgent: string }
}

/** Stores token and user where the worker, and a page that is offline, can read them; where that fails, this page alone can. */
export async function saveSession(session: SavedSession): Promise<void> {
  unsaved = session
  const saving = set(KEY, session, store).then(() => {
    if (unsaved === session) unsaved = undefined
  })
  await inTime(saving)
}

export async function forgetSession(): Promise<void> {
  unsaved = undefined
  await inTime(del(KEY, store))
}

/** The saved session; undefined where there is none or its shape is not this release's. */
export async function readSavedSession(): Promise<SavedSession | undefined> {
  if (unsaved) return unsaved
  // Storage that is forbidden or in trouble counts as empty. What waits to be sent waits also for one that is slow.
  const found = await get<unknown>(KEY, store).catch(() => undefined)
  const saved = v.safeParse(savedSession, found)
  return saved.success ? saved.output : undefined
}

/**
 * The session that requests may be sent with now, also from the worker: the saved one, as long as the cookie has the same token.
 * In a worker that cannot read cookies (no `cookieStore`) the saved one alone counts.
 */
export async function readSession(): Promise<SavedSession | undefined> {
  const saved = await readSavedSession()
  return saved && (await hasToken(saved.token)) ? saved : undefined
}

/** Enough of a token to tell it from others, too little to sign in with. */
export function tokenTail(token: string): string {
  return token.slice(-8)
}

async function hasToken(token: string): Promise<boolean> {
  const { cookieStore, document, navigator } = globalThis as CookieReader
  if (document) return findToken(document.cookie) === token
  // Firefox shows workers an empty cookie store. There a worker acts only when a page tells it to, and every page that starts
  // saves the session anew.
  if (!cookieStore || navigator?.userAgent.includes('Firefox/')) return true
  return (await cookieStore.get(TOKEN_COOKIE))?.value === token
}

/** The token in a `Cookie` text such as `a=1; token=abc`. */
export function findToken(cookies: string): string | undefined {
  for (const part of cookies.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) === TOKEN_COOKIE) return part.slice(at + 1) || undefined
  }
  return undefined
}
