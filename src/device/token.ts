import { del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { user } from '../../contract/entities.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { deviceDatabase, keyStore } from './device-database.ts'

/** Who is signed in on this device, by the server's last answer. */
const savedSession = v.object({ token: v.string(), user })
export type SavedSession = v.InferOutput<typeof savedSession>

const STORE = 'session'
const KEY = 'session'
const store = keyStore(
  deviceDatabase('orma-session', [(db) => void db.createObjectStore(STORE)]),
  STORE,
)

interface CookieReader {
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> }
  document?: unknown
  navigator?: { userAgent: string }
}

/** Stores token and user where the worker, and a page that is offline, can read them. */
export async function saveSession(session: SavedSession): Promise<void> {
  await orNothing(set(KEY, session, store))
}

export async function forgetSession(): Promise<void> {
  await orNothing(del(KEY, store))
}

/** The saved session; undefined where there is none or its shape is not this release's. */
export async function readSavedSession(): Promise<SavedSession | undefined> {
  const found = await orNothing(get<unknown>(KEY, store))
  const saved = v.safeParse(savedSession, found)
  return saved.success ? saved.output : undefined
}

/**
 * The session that requests may be sent with now, also from the worker: the saved one, as long as the cookie has the same token.
 * Where cookies cannot be read (no `cookieStore`), the saved one alone counts.
 */
export async function readSession(): Promise<SavedSession | undefined> {
  const saved = await readSavedSession()
  const { cookieStore, document, navigator } = globalThis as CookieReader
  // Firefox shows workers an empty cookie store. There a worker acts only when a page tells it to, and every page that starts
  // saves the session anew.
  const isBlind = !document && navigator?.userAgent.includes('Firefox/')
  if (!saved || !cookieStore || isBlind) return saved
  const cookie = await cookieStore.get(TOKEN_COOKIE)
  return cookie?.value === saved.token ? saved : undefined
}

/** Storage that is forbidden or in trouble counts as empty. */
function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(() => undefined)
}
