import type { Query, QueryClient } from '@tanstack/react-query'
import { isSilent, subscribeToContact } from '../api/contact.ts'
import { isPaused } from '../api/refused-orma.ts'
import { isPostList } from '../cache/answers.ts'
import { isLive } from '../live/live-state.ts'

/** How often the server is tried while it cannot be reached and somebody looks. */
const PROBE_INTERVAL_MS = 5000
/** How an observer of a list asks for its next page. */
const NEXT_PAGE = { meta: { fetchMore: { direction: 'forward' } } } as const

/**
 * Has pages come up to date by themselves when the server can be reached again, also where the browser never noticed that it
 * could not. `onBack` is told then.
 */
export function watchConnection(queryClient: QueryClient, onBack: () => void): () => void {
  let wasSilent = isSilent()
  const onChange = () => {
    if (wasSilent && !isSilent()) {
      refreshShown(queryClient)
      onBack()
    }
    wasSilent = isSilent()
  }
  const timer = setInterval(() => {
    if (isSilent() && document.visibilityState === 'visible') probe(queryClient)
  }, PROBE_INTERVAL_MS)
  const unsubscribe = subscribeToContact(onChange)
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}

/** Asks for one thing that is shown; whatever the server says of it, it is there. */
function probe(queryClient: QueryClient): void {
  const [query] = shown(queryClient)
    .filter((each) => !isLoadedList(each))
    .toSorted((one, other) => ageOf(other) - ageOf(one))
  // What was asked into a dead line may hang for long after there is a new one.
  query?.fetch(undefined, { cancelRefetch: true }).catch(() => undefined)
}

function refreshShown(queryClient: QueryClient): void {
  for (const query of shown(queryClient)) {
    // What is heard live is told by itself what was missed.
    const [kind, event_hash] = query.queryKey
    const isHeard = kind === 'events' && isLive(String(event_hash))
    const isNeeded = query.state.status === 'error' || (query.isStale() && !isHeard)
    // Of a list only the page that could not be had.
    const options = isLoadedList(query) ? NEXT_PAGE : undefined
    if (isNeeded) query.fetch(undefined, options).catch(() => undefined)
  }
}

/** Of a paused Orma no page asks, but one is there to hear that it is open again. */
function shown(queryClient: QueryClient): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() || isPaused(query.state.error))
}

/** Asked for again it would be as a whole, page by page. */
function isLoadedList({ queryKey, state }: Query): boolean {
  return state.data !== undefined && isPostList(queryKey)
}

/** Since when, in milliseconds, nothing was heard of it; what has no answer at all comes first. */
function ageOf({ state }: Query): number {
  return state.data === undefined ? Infinity : Date.now() - state.dataUpdatedAt
}
