import type { Query, QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts'
import { isSilent, noting, subscribeToContact } from '../api/contact.ts'
import { isClosed } from '../api/refused-orma.ts'
import { refusalOf, request } from '../api/request.ts'
import { isPostList } from '../cache/answers.ts'
import { isLive } from '../live/live-state.ts'
import { isLong } from '../live/renew-lists.ts'
import { sessionKey } from '../session/session-query.ts'
import { readTokenCookie } from '../session/token-cookie.ts'

/** How often the server is tried while it is silent and the page is visible. */
const PROBE_INTERVAL_MS = 5000
/**
 * A probe without an answer is given up for another one after this, then after twice as long each time: a request that was sent
 * over a dead line may hang long after there is a new one, and a line that is only slow must have the time it takes.
 */
const FIRST_GIVEN_UP_MS = 10_000

/**
 * Brings pages up to date once the server can be reached again, also where the browser never noticed that it could not be. Calls
 * `onBack` then.
 */
export function watchConnection(queryClient: QueryClient, onBack: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let silentSince = 0
  let probes = createProbes(queryClient)
  const onTick = () => {
    if (document.visibilityState === 'visible') probes.ask()
  }
  // Each tick wakes a phone: there are none while the server answers.
  const onChange = () => {
    if (isSilent()) {
      if (timer === undefined) silentSince = Date.now()
      timer ??= setInterval(onTick, PROBE_INTERVAL_MS)
    } else if (timer !== undefined) {
      stop()
      refreshShown(queryClient, silentSince)
      onBack()
    }
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
    probes = createProbes(queryClient)
  }
  onChange()
  const unsubscribe = subscribeToContact(onChange)
  return () => {
    stop()
    unsubscribe()
  }
}

/** Probes of one silence, one at a time. */
function createProbes(queryClient: QueryClient) {
  let last: AbortController | undefined
  let givenUpMs = FIRST_GIVEN_UP_MS
  let givenUpAt = 0

  function ask(): void {
    const isAnew = last !== undefined
    if (isAnew && performance.now() < givenUpAt) return
    last?.abort()
    if (isAnew) givenUpMs = Math.min(2 * givenUpMs, REQUEST_TIMEOUT_MS)
    givenUpAt = performance.now() + givenUpMs
    const own = new AbortController()
    last = own
    const onEnd = () => {
      if (last === own) last = undefined
    }
    probe(queryClient, { isAnew, signal: own.signal }).then(onEnd, onEnd)
  }

  return { ask }
}

/** Asks for one of the shown queries, or for nothing: any answer, even a refusal, shows that the server is there. */
async function probe(
  queryClient: QueryClient,
  { isAnew, signal }: { isAnew: boolean; signal: AbortSignal },
): Promise<void> {
  const [query] = shown(queryClient)
    .filter((each) => asksServer(each) && !isLoadedList(each))
    .toSorted((one, other) => ageOf(other) - ageOf(one))
  // The first one waits with whoever asks for it already.
  if (query) await query.fetch(undefined, { cancelRefetch: isAnew })
  else await askForNobody(signal)
}

/** Has the server refuse to say who is signed in. Rejects always. */
async function askForNobody(signal: AbortSignal): Promise<void> {
  const { method, path } = api.verifySession
  const asked = request(path, { method, headers: { accept: 'application/json' }, signal })
  await noting(
    asked.then((received) => {
      throw refusalOf(received)
    }),
  )
}

/** A guest has no session to ask for. */
function asksServer({ queryKey: [kind] }: Query): boolean {
  return kind !== sessionKey[0] || readTokenCookie() !== undefined
}

function refreshShown(queryClient: QueryClient, silentSince: number): void {
  for (const query of shown(queryClient)) {
    // A live stream reports by itself what was missed.
    const [kind, event_hash] = query.queryKey
    const isHeard = kind === 'events' && isLive(String(event_hash))
    const { status, fetchMeta, dataUpdatedAt } = query.state
    // The session that was found during the silence is the one that this device remembers.
    const isUnheard = kind === sessionKey[0] && dataUpdatedAt >= silentSince
    const isOld = query.isStale() && !isHeard && !isLong(query)
    const isNeeded = status === 'error' || isUnheard || isOld
    // Of a list whose next page failed only that is asked for. Of one that is stale the next page would make all of it fresh.
    const options = status === 'error' && fetchMeta ? { meta: fetchMeta } : undefined
    if (isNeeded) query.fetch(undefined, options).catch(() => undefined)
  }
}

/** Queries on the screen, and those of paused Ormas, which may be open again and which no page observes. */
function shown(queryClient: QueryClient): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() || isClosed(query.state.error))
}

/** Asked for again, a loaded list is fetched as a whole, page by page. */
function isLoadedList({ queryKey, state }: Query): boolean {
  return state.data !== undefined && isPostList(queryKey)
}

/** Milliseconds since the last answer; a query without any answer comes first. */
function ageOf({ state }: Query): number {
  return state.data === undefined ? Infinity : Date.now() - state.dataUpdatedAt
}
