import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core'
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import type {
  Query,
  QueryClient,
  QueryFunction,
  QueryFunctionContext,
  QueryKey,
} from '@tanstack/react-query'
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

/** Caches what queries already hold of an Orma that is looked at, and from now on every answer about it. */
export async function visitOrma(queryClient: QueryClient, event_hash: string): Promise<void> {
  await noteVisit(event_hash).catch(() => undefined)
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['events', event_hash] })
  // Only the server knows whether the newest page is the last one.
  await Promise.all(queries.filter(({ queryKey }) => queryKey[2] !== 'newest').map(write))
}

async function write({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): Promise<void> {
  // What a page has from before its Orma was paused must not undo the paused mark.
  if (state.data === undefined || isPaused(state.error)) return
  // A device that is full, or forbids it, keeps what it has.
  await writeAnswer(queryKey, state.data, state.dataUpdatedAt).catch(() => undefined)
}

/**
 * Caches the answers of all queries from now on. Gives the `persister` option for them: it gives what is cached first and then
 * asks the server, and gives what is cached again where the server is silent.
 */
export function createQueryPersister(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  const persister = experimental_createQueryPersister<PersistedQuery>({
    storage: {
      // Where it rejects or gives nothing, the server is asked.
      getItem: (name) => restore(name.slice(name.indexOf('['))),
      setItem: (_name, { queryHash, queryKey, state }) => {
        // A user who has just signed out leaves nothing.
        if (!cache.get(queryHash)) return undefined
        return write({ queryKey, state: withoutOldPages(queryKey, state) })
      },
      // What this release cannot read another one may, in another tab. The next answer overwrites it.
      removeItem: () => undefined,
    },
    serialize: (persisted) => persisted,
    deserialize: (persisted) => persisted,
    // `pruneOrmas` decides what is too old.
    maxAge: Infinity,
    // `askAgain` does it: the library's own fetch would leave a rejection unhandled.
    refetchOnRestore: false,
  })

  async function restore(queryHash: string): Promise<PersistedQuery | undefined> {
    const query = cache.get(queryHash)
    const answer = query && (await readCached(query, readAnswer(query.queryKey)))
    if (!answer) return undefined
    const { data, updatedAt: dataUpdatedAt } = answer
    const { queryKey, state } = query
    return { buster: '', queryHash, queryKey, state: { ...state, data, dataUpdatedAt } }
  }

  /** What is cached for a query. Rejects where its Orma is paused, as nothing may be shown. */
  async function readCached(query: Query, reading: Promise<Answer | undefined>) {
    const before = query.state.data
    const answer = await inTime(reading)
    // An answer that came meanwhile, for instance with the HTML, is newer.
    if (!answer || query.state.data !== before) return undefined
    // As of the server's last answer.
    if (answer.paused !== undefined) throw new ApiError(403, answer.paused, { code: 'paused' })
    // 0 would count as expired.
    const updatedAt = Math.max(1, answer.updatedAt)
    dateRestored(query, updatedAt)
    return { data: answer.data, updatedAt }
  }

  /** Has a query be as old as what it gets from the cache, in the same turn: the library dates it in a later task. */
  function dateRestored(query: Query, dataUpdatedAt: number): void {
    const stop = cache.subscribe((event) => {
      if (event.query !== query || event.type !== 'updated') return
      stop()
      if (event.action.type !== 'success') return
      query.setState({ dataUpdatedAt })
      setTimeout(() => askAgain(query))
    })
  }

  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryKey, state } = event.query
    const [kind, event_hash, part, post_id] = queryKey
    const { action } = event
    // Posts that are changed here are cached one by one.
    const isList = kind === 'events' && pagesOf(state.data).length > 0
    if (action.type === 'success' && action.manual && !isList)
      void persister.persistQueryByKey(queryKey, queryClient)
    const isGone = action.type === 'error' && action.error instanceof ApiError
    if (isGone && action.error.code === 'post_not_found' && kind === 'events' && part === 'post')
      // If this fails, opening the post asks the server again.
      void forgetPosts(String(event_hash), [Number(post_id)]).catch(() => undefined)
  })

  return <Data>(ask: Ask<Data>, context: QueryFunctionContext, query: Query) => {
    const readInstead = async () =>
      (await readCached(query, readSilent(query)))?.data as Data | undefined
    return askOrCached(
      () => persister.persisterFn<Data, readonly unknown[]>(ask, context, query),
      readInstead,
    )
  }
}

/**
 * Asks for a restored answer anew where it is old, or news came before it was there, which then had nothing to change. Not for
 * queries that poll, as for the newest posts: these are never stale. Not for a list of several pages: it would be fetched again as
 * a whole.
 */
function askAgain(query: Query): void {
  const { data, dataUpdatedAt } = query.state
  const isOld = query.isStale() || hasNewsSince(query.queryKey, dataUpdatedAt)
  if (pagesOf(data).length <= 1 && isOld) query.fetch().catch(() => undefined)
}

/** For a query without data its cached answer; for a list that goes on, the list with its next page, at the age it has. */
async function readSilent({ queryKey, state }: Query): Promise<Answer | undefined> {
  if (state.data === undefined) return readWhatIsHere(queryKey)
  const data = isGoingOn(queryKey, state) && (await readOn(queryKey, state.data as PostPages))
  return data ? { data, updatedAt: state.dataUpdatedAt } : undefined
}

/** Of a list that goes on only the new page and the one before it: the others are cached already. */
function withoutOldPages(queryKey: QueryKey, state: Query['state']): Query['state'] {
  if (!isGoingOn(queryKey, state)) return state
  return { ...state, data: { pages: pagesOf(state.data).slice(-2) } }
}

/** Whether a query is fetching, or has just got, the next page of a list. */
function isGoingOn([kind]: QueryKey, { fetchMeta }: Query['state']): boolean {
  return kind === 'events' && fetchMeta?.fetchMore?.direction === 'forward'
}

function pagesOf(data: unknown): unknown[] {
  return (data as Partial<PostPages> | null | undefined)?.pages ?? []
}

type Ask<Data> = QueryFunction<Data, readonly unknown[], never>
