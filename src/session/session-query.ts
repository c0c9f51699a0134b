import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import type { User } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { isRefusal } from '../api/contact.ts'
import { forgetUserAnswers } from '../cache/cached-ormas.ts'
import { inTime } from '../device/wait.ts'
import { forgetSession, readSavedSession, saveSession } from '../device/token.ts'
import type { SavedSession } from '../device/token.ts'
import { postStore } from '../cache/post-store.ts'
import { isLong } from '../live/renew-lists.ts'
import { announce, listenToWorker } from '../outbox/queue/announce.ts'
import type { IdPages } from '../posts/post-list.ts'
import { forgetReports } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'
import { forgetDrafts } from './drafts.ts'
import { restoreGuests } from './restore-guests.ts'
import {
  ALONG_KEY,
  guestHere,
  noteTokens,
  readCookieOf,
  readTokenCookie,
  removeTokenCookie,
  storeTokenCookie,
} from './token-cookie.ts'

export const sessionKey = ['session'] as const
/** Key of whose token the server refused, which is then said: of the Orma's guest by name, or (true) of the user by phone. */
export const sessionRefusedKey = ['session-refused'] as const
/** Key of when the server last knew this device's token (epoch milliseconds). */
export const sessionKnownKey = ['session-known'] as const
/** First part of the key of every query that only its user may see: removed when the session ends. */
export const USER_KEY = 'user'
/** First part of the key of answers that depend on the user. */
const EVENTS_KEY = 'events'

const VERIFIED_FOR_MS = 5 * 60_000

/** Who is signed in here, or as this Orma's guest; null: nobody. While the server is silent the last known user stays signed in. */
export function sessionQuery(guestOf: string | undefined = guestHere()) {
  return queryOptions({
    queryKey: guestOf === undefined ? sessionKey : ([...sessionKey, guestOf] as const),
    queryFn: ({ client, signal }) => verifySession(client, guestOf, signal),
    // Without a token it is known at once that nobody is, and the page is drawn once.
    initialData: () => (readCookieOf(guestOf) === undefined ? null : undefined),
    initialDataUpdatedAt: 0,
    staleTime: VERIFIED_FOR_MS,
    gcTime: Infinity,
    retry: false,
    // Another tab may have signed in or out meanwhile.
    refetchOnWindowFocus: ({ state }) => state.data?.token === readCookieOf(guestOf) || 'always',
  })
}

/** Who is signed in here, or in this Orma, without waiting for the network where this device knows it. */
export async function currentSession(
  client: QueryClient,
  event_hash?: string,
): Promise<SavedSession | null> {
  if (readTokenCookie(event_hash) === undefined) await restoreGuests()
  const guestOf = guestHere(event_hash)
  const query = sessionQuery(guestOf)
  const known = client.getQueryData(query.queryKey)
  return known ?? (await inTime(restoreSession(client, guestOf))) ?? client.ensureQueryData(query)
}

/** Stores a session that the server has just given, and shows its user once nothing of another one is left. */
export async function beginSession(client: QueryClient, session: SavedSession): Promise<void> {
  const { guestOf } = session.user
  await client.cancelQueries({ queryKey: sessionKey })
  storeTokenCookie(session.token, guestOf)
  const before = await usersBefore(client, guestOf)
  if (before.some(isNot(session.user))) await changeUser(client, null, guestOf)
  // What a sign-out could not remove.
  if (before.length === 0) await forgetUserData(client)
  // Before it is stored: from then on what waits is sent in the name of this user.
  await handOver(before, session.user)
  if (guestOf === undefined) await takeGuestsAlong(session.user)
  await saveSession(session)
  client.setQueryData(sessionQuery(guestOf).queryKey, session)
  noteTokens()
  announce({ type: 'SESSION_CHANGED' })
  client.removeQueries({ queryKey: sessionRefusedKey })
  renewAnswers(client)
}

/** Removes all that belongs to the session of who is here, or of this Orma's guest by name, from this device. */
export async function endSession(client: QueryClient, guestOf = guestHere()): Promise<void> {
  removeTokenCookie(guestOf)
  const handing = usersBefore(client, guestOf).then((before) => handOver(before))
  // At once: what is saved gives a guest the cookie back.
  await Promise.all([handing, forgetSession(guestOf)])
  announce({ type: 'SESSION_CHANGED' })
  await changeUser(client, null, guestOf)
  noteTokens()
}

/**
 * Has a page show who is signed in now, as soon as another page of the app has changed that, or the server has refused the token of
 * what is sent, also while nobody looks at it.
 */
export function followSession(client: QueryClient): () => void {
  let asked: { token: string; at: number } | undefined
  // Where uploads alone are refused, they are sent once more after each answer, and refused again.
  const isAsked = (token: string) =>
    asked?.token === token && performance.now() - asked.at < VERIFIED_FOR_MS
  return listenToWorker(({ type }) => {
    const shown = client.getQueryData(sessionQuery().queryKey)?.token
    const isRefused = type === 'TOKEN_REFUSED' && shown !== undefined && !isAsked(shown)
    if (isRefused) asked = { token: shown, at: performance.now() }
    if (type === 'SESSION_CHANGED') noteTokens()
    if (!isRefused && (type !== 'SESSION_CHANGED' || shown === readTokenCookie())) return
    void client.invalidateQueries({ queryKey: sessionKey })
  })
}

/** Shows who is signed in now, and removes what only the user before may see. */
async function changeUser(
  client: QueryClient,
  session: SavedSession | null,
  guestOf: string | undefined,
): Promise<void> {
  forgetReports(deviceStorage)
  client.setQueryData(sessionQuery(guestOf).queryKey, session)
  await forgetUserData(client)
  hideUnshown(client)
  renewAnswers(client)
}

/** Removes the posts that only their author and organisers may see, from feeds too. */
export function hideUnshown(client: QueryClient): void {
  const { get, removeHidden } = postStore(client)
  const isHidden = (id: number) => get(id)?.status !== 'COMPLETED'
  void client.resetQueries({
    queryKey: [EVENTS_KEY],
    predicate: ({ state }) =>
      (state.data as Partial<IdPages> | null)?.pages?.flat().some(isHidden) ?? false,
  })
  removeHidden()
}

/** Asks again for what depends on the user. Of a long list its newest page alone, which is a query of its own. */
function renewAnswers(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [EVENTS_KEY], predicate: (query) => !isLong(query) })
}

/** Removes what only the user before may see, here and from the device: it does not say whose it is. */
async function forgetUserData(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: [USER_KEY] })
  forgetDrafts()
  // Storage in trouble does not keep anybody from signing in or out.
  await inTime(forgetUserAnswers())
}

/**
 * Who was signed in before a session: on this device, where a page in the next tab may have signed in, then on this page, which may
 * not know that yet.
 */
async function usersBefore(client: QueryClient, guestOf: string | undefined): Promise<User[]> {
  const shown = client.getQueryData(sessionQuery(guestOf).queryKey)
  return [await inTime(readSavedSession(guestOf)), shown].flatMap((session) => session?.user ?? [])
}

/** An id may be another person's by now, and a person may have another id: of an account made anew, or after a restored backup. */
function isNot({ id, phone }: User) {
  return (other: User) => other.id !== id || other.phone !== phone
}

/** As the outbox's `handOver`. Loaded only then; neither storage in trouble nor a lost script keeps anybody from signing in or out. */
async function handOver(before: User[], next?: User): Promise<void> {
  const waiting = import('../outbox/page/hand-over.ts')
  await inTime(waiting.then((outboxes) => outboxes.handOver(before, next)))
}

/** As `take-along.ts` says. Loaded only then; a lost script is tried again with the next page. */
async function takeGuestsAlong(user: User): Promise<void> {
  await inTime(import('./take-along.ts').then((along) => along.takeGuestsAlong(user)))
}

async function verifySession(
  client: QueryClient,
  guestOf: string | undefined,
  signal: AbortSignal,
): Promise<SavedSession | null> {
  const { queryKey } = sessionQuery(guestOf)
  const token = readCookieOf(guestOf)
  if (token === undefined) {
    if (guestOf !== undefined) await restoreGuests()
    // The cookie expired, perhaps while no page was open, or was removed by hand or in another tab.
    const ended = client.getQueryData(queryKey) ?? (await readSavedSession(guestOf))
    if (readCookieOf(guestOf) !== undefined) return verifySession(client, guestOf, signal)
    if (ended) await endSession(client, guestOf)
    else await forgetSession(guestOf)
    return null
  }
  // What a slow storage gives late is still shown.
  const known = await inTime(restoreSession(client, guestOf))
  if (known) await takeOver(client, known)
  const asked = call(api.verifySession, { token, signal })
  await asked.catch(() => undefined)
  // Somebody signed in or out meanwhile, here or in another tab: the answer is of a session that is over.
  if (readCookieOf(guestOf) !== token) return verifySession(client, guestOf, signal)
  try {
    const { user } = await asked
    await takeOver(client, { token, user })
    if (guestOf === undefined && deviceStorage.getItem(ALONG_KEY)) await takeGuestsAlong(user)
    await saveSession({ token, user })
    client.setQueryData(sessionKnownKey, Date.now())
    return { token, user }
  } catch (error) {
    if (isRefusal(error, 401)) {
      await endSession(client, guestOf)
      client.setQueryData(sessionRefusedKey, guestOf ?? true)
      return null
    }
    if (known) return known
    throw error
  }
}

/** Shows a session in place of another user's, who was signed in here until another tab changed that. */
async function takeOver(client: QueryClient, session: SavedSession): Promise<void> {
  const { guestOf } = session.user
  const before = await usersBefore(client, guestOf)
  if (!before.some(isNot(session.user))) return
  await changeUser(client, session, guestOf)
  await handOver(before, session.user)
}

/** The saved session, shown at once, where the cookie has its token. */
export async function restoreSession(
  client: QueryClient,
  guestOf: string | undefined,
): Promise<SavedSession | undefined> {
  // Without a token nothing saved may be shown, and nobody waits for the storage that says so.
  if (readCookieOf(guestOf) === undefined) return undefined
  const known = await readSavedSession(guestOf)
  if (!known || known.token !== readCookieOf(guestOf)) return undefined
  const { queryKey } = sessionQuery(guestOf)
  if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, known, { updatedAt: 0 })
  return known
}
