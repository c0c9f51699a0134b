import type { Query, QueryClient } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import type { IdPages } from '../posts/post-list.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** A party brings hundreds of photos: for all that come within this time, hours and days are asked for once. */
const PAUSE_MS = 10_000

/**
 * Asks again for the hours and days of an Orma, for one's own photos in it, for the people with how many each added, and for the Orma
 * where it says how many there are, once which photos there are has changed. The server makes and counts these, and a changed photo
 * alone does not tell them.
 */
export function createListRenewal(queryClient: QueryClient, event_hash: string) {
  const lists = withPauses(() => {
    const { timeslots, allTimeslots, highlights, allHighlights, allOwnPosts } = queryKeys
    for (const keyOf of [timeslots, allTimeslots, highlights, allHighlights, allOwnPosts]) {
      const queries = queryClient.getQueryCache().findAll({ queryKey: keyOf(event_hash) })
      // A list of several pages would be fetched as a whole: an hour with hundreds of photos, time and again.
      for (const query of queries) if (!isLong(query)) renew(queryClient, query)
    }
  })
  const count = withPauses(() => {
    const ofPeople = { queryKey: queryKeys.people(event_hash) }
    for (const query of queryClient.getQueryCache().findAll(ofPeople)) renew(queryClient, query)
    const queryKey = queryKeys.event(event_hash)
    // It says how many there are.
    if (queryClient.getQueryData<Event>(queryKey)?.showCounts) {
      renew(queryClient, queryClient.getQueryCache().find({ queryKey, exact: true }))
    }
  })
  return {
    /** Some photo came or went. */
    note(): void {
      lists.note()
      count.note()
    },
    /** Some photo that the lists have may have come. */
    noteCount(): void {
      count.note()
    },
    stop(): void {
      lists.stop()
      count.stop()
    },
  }
}

/** Does the work once something is noted: at once, and while more is noted after each pause. */
function withPauses(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next = 0

  function start(): void {
    timer = undefined
    next = Date.now() + PAUSE_MS
    work()
  }

  return {
    note(): void {
      timer ??= setTimeout(start, Math.max(next - Date.now(), 0))
    },
    stop(): void {
      if (timer === undefined) return
      clearTimeout(timer)
      start()
    },
  }
}

/**
 * Whether a query's list has several pages, all of which would be asked for again. Of those with something on them: the empty one that
 * ends a list comes with the first.
 */
export function isLong({ state }: Query): boolean {
  const { pages = [] } = (state.data ?? {}) as Partial<IdPages>
  return pages.filter(({ length }) => length > 0).length > 1
}

/**
 * Asks for a query again, if what it has is from before a time (epoch milliseconds); where nobody looks at it now, once somebody
 * does.
 */
export function renew(queryClient: QueryClient, query: Query | undefined, before = Infinity): void {
  // A query that failed keeps its error on the screen rather than a spinner.
  if (query?.state.data === undefined || query.state.dataUpdatedAt >= before) return
  const { queryKey } = query
  if (query.isActive()) void queryClient.invalidateQueries({ queryKey, exact: true })
  else queryClient.setQueryData(queryKey, (data: unknown) => data, { updatedAt: 0 })
}

/** Asks the server for the Orma of the page, whatever is cached: its answer decides what the page shows. */
export function askForOrma(queryClient: QueryClient, event_hash: string): void {
  const queryKey = queryKeys.event(event_hash)
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  query?.fetch().catch(() => undefined)
}
