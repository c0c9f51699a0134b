import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core'
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { isPaused } from '../api/refused-orma.ts'
import { inTime } from '../device/in-time.ts'
import type { PostPages } from '../posts/post-list.ts'
import { readAnswer, readOn, readWhatIsHere, writeAnswer } from './answers.ts'
import type { Answer } from './answers.ts'
import { askOrCached } from './ask-or-cached.ts'
import { noteVisit } from './cached-ormas.ts'
import { forgetPosts } from './cached-posts.ts'
import { hasNewsSince } from './news-times.ts'

// What was seen is cached at once, and shown again before the server is asked: answers about an Orma since it was visited, and
// those of the signed-in user; as the server gave them, and as a person changed them here.

/** The age of what queries were given from the cache. The library dates it when it was given, until `date` puts that right. */
const saidAt = new WeakMap<Query, number>()

/** Caches what queries already hold of an Orma that is looked at, and from now on every answer about it. */
export async function visitOrma(queryClient: QueryClient, event_hash: string): Promise<void> {
  const noting = noteVisit(event_hash).catch(() => undefined)
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['events', event_hash] })) {
    // Only the server knows whether the newest page is the last one. And what a page has from before the Orma was paused must not
    // undo the paused mark.
    if (query.queryKey[2] !== 'newest' && !isPaused(query.state.error)) cache(query)
  }
  await noting
}

/** Called before the answer is drawn: drawing may take a phone so long that the page is closed meanwhile. */
function cache(query: Query, data = query.state.data): void {
  if (data === undefined) return
  const updatedAt = saidAt.get(query) ?? query.state.dataUpdatedAt
  // A device that is full, or forbids it, keeps what it has.
  void writeAnswer(query.queryKey, data, updatedAt).catch(() => undefined)
}

/**
 * Caches the answers of all queries from now on. Gives the `persister` option for them: it gives what is cached first and then
 * asks the server, and gives what is cached again where the server is silent.
 */
export function createQueryPersister(queryClient: QueryClient) {
  const persisterOf = (query: Query) =>
    experimental_createQueryPersister<PersistedQuery>({
      storage: {
        // Where it rejects or gives nothing, the server is asked.
        getItem: () => restore(query),
        // `cache` writes instead: the library writes too late, and not what is changed here.
        setItem: () => undefined,
        // What this release cannot read another one may, in another tab. The next answer overwrites it.
        removeItem: () => undefined,
      },
      serialize: (persisted) => persisted,
      deserialize: (persisted) => persisted,
      // `pruneOrmas` decides what is too old.
      maxAge: Infinity,
      // `date` fetches again instead: the library's own fetch would leave a rejection unhandled.
      refetchOnRestore: false,
    })

  /** What is cached for a query. Rejects where its Orma is paused, as nothing may be shown. */
  async function restore(query: Query, read = readAnswer): Promise<PersistedQuery | undefined> {
    const { queryHash, queryKey, state } = query
    // What storage gives later is used only where the server is silent.
    const answer = await inTime(readAsked(query, read))
    // An answer that came meanwhile, for instance with the HTML, is newer.
    if (!answer || query.state.data !== state.data) return undefined
    // As of the server's last answer.
    if (answer.paused !== undefined) throw new ApiError(403, answer.paused, { code: 'paused' })
    const { data, updatedAt } = answer
    saidAt.set(query, updatedAt)
    // 0 would count as expired.
    const dataUpdatedAt = Math.max(1, updatedAt)
    return { buster: '', queryHash, queryKey, state: { ...state, data, dataUpdatedAt } }
  }

  /** Gives a restored answer its real age and asks for it anew. */
  function date(query: Query, dataUpdatedAt: number): void {
    query.setState({ dataUpdatedAt })
    saidAt.delete(query)
    // Once the answer is in its place. Not for queries that poll, as for the newest posts: these are never stale. Not for a list
    // of several pages: it would be fetched again as a whole. News that came before it was there had nothing to change.
    setTimeout(() => {
      const isList = ((query.state.data as Partial<PostPages> | null)?.pages?.length ?? 0) > 1
      const isOld = query.isStale() || hasNewsSince(query.queryKey, dataUpdatedAt)
      if (!isList && isOld) query.fetch().catch(() => undefined)
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
      // Posts that are changed here are cached one by one. Of a list that goes on, the pages before the new one are cached
      // already.
      else if (!action.manual) cache(query, { pages: isGoingOn(query) ? pages.slice(-2) : pages })
    }
    const isGone = action.type === 'error' && action.error instanceof ApiError
    if (isGone && action.error.code === 'post_not_found' && kind === 'events' && part === 'post')
      // If this fails, opening the post asks the server again.
      void forgetPosts(String(event_hash), [Number(post_id)]).catch(() => undefined)
  })

  return <Data>(ask: Ask<Data>, context: QueryFunctionContext, query: Query) => {
    saidAt.delete(query)
    const restoreData = async () =>
      (await restore(query, readWhatIsHere))?.state.data as Data | undefined
    return persisterOf(query).persisterFn<Data, readonly unknown[]>(
      (asked) => askOrCached(async () => ask(asked), restoreData),
      context,
      query,
    )
  }
}

/** For a query without data its cached answer; for a list that goes on, the list with its next page, at the age it has. */
async function readAsked(query: Query, read: typeof readAnswer): Promise<Answer | undefined> {
  const { queryKey, state } = query
  if (state.data === undefined) return read(queryKey)
  const data = isGoingOn(query) ? await readOn(queryKey, state.data as PostPages) : undefined
  return data && { data, updatedAt: state.dataUpdatedAt }
}

/** Whether a query is fetching, or has just got, the next page of a list. */
function isGoingOn({ queryKey, state }: Query): boolean {
  return queryKey[0] === 'events' && state.fetchMeta?.fetchMore?.direction === 'forward'
}

type Ask<Data> = QueryFunction<Data, readonly unknown[], never>
