import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core'
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { isPaused } from '../api/refused-orma.ts'
import type { PostPages } from '../posts/post-list.ts'
import { readAnswer, readOn, writeAnswer } from './answers.ts'
import type { Answer } from './answers.ts'
import { askOrCached } from './ask-or-cached.ts'
import { noteVisit } from './cached-ormas.ts'
import { forgetPosts } from './cached-posts.ts'

// What was seen is cached from the moment it is seen, and shown again before the server is asked. Cached are the answers about an
// Orma since it was visited, and those of the signed-in user: as the server gives them, and as a person changes them here.

/** Storage that hangs does not hold a page up for longer; what it gives later stands in for an answer that does not come. */
const READ_WITHIN_MS = 1500

/** Caches what is known of an Orma that is looked at, and from now on all that comes. */
export async function visitOrma(queryClient: QueryClient, event_hash: string): Promise<void> {
  const noting = noteVisit(event_hash).catch(() => undefined)
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['events', event_hash] })) {
    // Of the newest page only the server knows whether it is the last one. What a page has from before its Orma was paused takes
    // no mark away.
    if (query.queryKey[2] !== 'newest' && !isPaused(query.state.error)) cache(query)
  }
  await noting
}

/** Before it is drawn: that may take a phone long enough for the page to be left. */
function cache({ queryKey, state }: Query, data = state.data): void {
  if (data === undefined) return
  // A device that is full, or forbids it, keeps what it has.
  void writeAnswer(queryKey, data, state.dataUpdatedAt).catch(() => undefined)
}

/**
 * Has the answers of all queries cached. Gives the `persister` of all queries: what is cached first, then the server; and again what
 * is cached, where that is silent.
 */
export function createQueryPersister(queryClient: QueryClient) {
  /** Queries that are about to get what is cached, and when the server said it. */
  const saidAt = new WeakMap<Query, number>()

  const persisterOf = (query: Query) =>
    experimental_createQueryPersister<PersistedQuery>({
      storage: {
        // Where it rejects, and where it has nothing, the server is asked.
        getItem: () => restore(query),
        // It would write once the answer may have been drawn, and never what is changed here: `cache` does.
        setItem: () => undefined,
        // What this version cannot use another one may, in another tab; it gives way to what is written in its place.
        removeItem: () => undefined,
      },
      serialize: (persisted) => persisted,
      deserialize: (persisted) => persisted,
      // Ormas go by when they were visited last.
      maxAge: Infinity,
      // Its own would float: a refusal would be nobody's.
      refetchOnRestore: false,
    })

  /** What is cached of what a query asks for. Rejects where nothing is to be shown: its Orma is paused. */
  async function restore(query: Query): Promise<PersistedQuery | undefined> {
    const { queryHash, queryKey, state } = query
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, READ_WITHIN_MS))
    const answer = await Promise.race([readAsked(query), late]).catch(() => undefined)
    // What came meanwhile, with the HTML for instance, is newer.
    if (!answer || query.state.data !== state.data) return undefined
    // As the server said when it was last asked, until it says something else.
    if (answer.paused !== undefined) throw new ApiError(403, answer.paused, { code: 'paused' })
    const { data, updatedAt } = answer
    saidAt.set(query, updatedAt)
    // A state without a time counts as expired.
    const dataUpdatedAt = Math.max(1, updatedAt)
    return { buster: '', queryHash, queryKey, state: { ...state, data, dataUpdatedAt } }
  }

  /** What came from here is as old as it is, and is asked for anew. */
  function date(query: Query, dataUpdatedAt: number): void {
    query.setState({ dataUpdatedAt })
    // Once the answer is in its place. What asks by itself, as a feed does for its newest posts, is never stale; a list that
    // goes on is not asked for again as a whole.
    setTimeout(() => {
      const isList = ((query.state.data as Partial<PostPages> | null)?.pages?.length ?? 0) > 1
      if (!isList && query.isStale()) query.fetch().catch(() => undefined)
    })
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const [kind, event_hash, part, post_id] = query.queryKey
    if (action.type === 'success') {
      const pages =
        kind === 'events' ? (query.state.data as Partial<PostPages> | null)?.pages : undefined
      const dataUpdatedAt = action.manual ? undefined : saidAt.get(query)
      if (dataUpdatedAt !== undefined) date(query, dataUpdatedAt)
      else if (!pages) cache(query)
      // Posts that are changed here are cached one by one. Of a list that goes on, what is before its new page is cached already.
      else if (!action.manual) cache(query, { pages: isGoingOn(query) ? pages.slice(-2) : pages })
    }
    const isGone = action.type === 'error' && action.error instanceof ApiError
    if (isGone && action.error.code === 'post_not_found' && kind === 'events' && part === 'post')
      // What could not be forgotten now is asked for again the next time it is opened.
      void forgetPosts(String(event_hash), [Number(post_id)]).catch(() => undefined)
  })

  return <Data>(ask: Ask<Data>, context: QueryFunctionContext, query: Query) => {
    saidAt.delete(query)
    const restoreData = async () => (await restore(query))?.state.data as Data | undefined
    return persisterOf(query).persisterFn<Data, readonly unknown[]>(
      (asked) => askOrCached(async () => ask(asked), restoreData),
      context,
      query,
    )
  }
}

/** Of a query that has nothing yet its answer; of a list that goes on, the list with its next page, which makes it no newer. */
async function readAsked(query: Query): Promise<Answer | undefined> {
  const { queryKey, state } = query
  if (state.data === undefined) return readAnswer(queryKey)
  const data = isGoingOn(query) ? await readOn(queryKey, state.data as PostPages) : undefined
  return data && { data, updatedAt: state.dataUpdatedAt }
}

/** Whether what a query asks for, or has just heard, is the next page of a list. */
function isGoingOn({ queryKey, state }: Query): boolean {
  return queryKey[0] === 'events' && state.fetchMeta?.fetchMore?.direction === 'forward'
}

type Ask<Data> = QueryFunction<Data, readonly unknown[], never>
