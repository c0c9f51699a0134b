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
import { isClosed, markedAs } from '../api/refused-orma.ts'
import { inTime } from '../device/wait.ts'
import type { IdPages } from '../posts/post-list.ts'
import { isOfPosts, readAnswer, readOn, readWhatIsHere, writeAnswer } from './answers.ts'
import type { CachedAnswer } from './answers.ts'
import { noteVisit } from './cached-ormas.ts'
import { forgetPosts } from './cached-posts.ts'
import { postStore } from './post-store.ts'
import type { IdList, PostList } from './post-store.ts'
import { PATIENCE_MS, isSilence, isSilent } from '../api/contact.ts'

// What was seen is cached at once, and shown again before the server is asked: answers about an Orma since it was visited, and
// those of the signed-in user; as the server gave them, and as a person changed them here.

/** Caches what queries already hold of an Orma that is looked at, and from now on every answer about it. */
export async function visitOrma(queryClient: QueryClient, event_hash: string): Promise<void> {
  await noteVisit(event_hash).catch(() => undefined)
  const { persistQueryByKey } = libraryPersister(queryClient)
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['events', event_hash] })
  // Only the server knows whether the newest page is the last one.
  const told = queries.filter(({ queryKey }) => queryKey[2] !== 'newest')
  await Promise.all(told.map(({ queryKey }) => persistQueryByKey(queryKey, queryClient)))
}

/**
 * Caches the answers of all queries from now on. Gives the `persister` option for them: it gives what is cached first and then
 * asks the server, and gives what is cached again where the server is silent.
 */
export function createQueryPersister(queryClient: QueryClient) {
  const { persisterFn, persistQueryByKey } = libraryPersister(queryClient)

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryKey, state } = event.query
    const [kind, event_hash, part, post_id] = queryKey
    const { action } = event
    // Posts that are changed here are cached one by one.
    const isList = kind === 'events' && pagesOf(state.data).length > 0
    if (action.type === 'success' && action.manual && !isList)
      void persistQueryByKey(queryKey, queryClient)
    const isGone = action.type === 'error' && action.error instanceof ApiError
    if (isGone && action.error.code === 'post_not_found' && kind === 'events' && part === 'post')
      // If this fails, opening the post asks the server again.
      void forgetPosts(String(event_hash), [Number(post_id)]).catch(() => undefined)
  })

  return <Data>(ask: Ask<Data>, context: QueryFunctionContext, query: Query) =>
    askOrCached(
      () => persisterFn<Data, readonly unknown[]>(ask, context, query),
      async () => {
        const state = await restore(queryClient, query, readSilent(queryClient, query))
        return state?.data as Data | undefined
      },
    )
}

/** The library's persister; where a post, a list and an answer lie is ours. */
function libraryPersister(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  return experimental_createQueryPersister<PersistedQuery>({
    storage: {
      // Where it rejects or gives nothing, the server is asked.
      async getItem(name) {
        const query = cache.get(name.slice(name.indexOf('[')))
        if (!query) return undefined
        const { queryHash, queryKey } = query
        const state = await restore(queryClient, query, readAnswer(queryKey))
        return state && { buster: '', queryHash, queryKey, state }
      },
      async setItem(_name, { queryHash, queryKey, state }) {
        const { data, dataUpdatedAt, error } = state
        // A user who has just signed out leaves nothing, and an Orma's paused mark outlasts what a page has from before it.
        if (!cache.get(queryHash) || data === undefined || isClosed(error)) return
        // A device that is full, or forbids it, keeps what it has.
        await writeAnswer(queryKey, data, dataUpdatedAt).catch(() => undefined)
      },
      // What this release cannot read another one may, in another tab. The next answer overwrites it.
      removeItem: () => undefined,
    },
    // At once: a post may be removed in the same turn.
    serialize: (persisted) => ({ ...persisted, state: withPosts(queryClient, persisted) }),
    deserialize: (persisted) => persisted,
    // `pruneOrmas` decides what is too old.
    maxAge: Infinity,
    // `askAgain` does it: the library's own fetch would leave a rejection unhandled.
    refetchOnRestore: false,
  })
}

/** A query's state as it is cached: of a list the posts, of one that goes on those that may be new. */
function withPosts(queryClient: QueryClient, { queryKey, state }: Asked): State {
  if (state.data === undefined || !isOfPosts(queryKey)) return state
  const list = isGoingOn({ queryKey, state })
    ? { pages: pagesOf(state.data).slice(-2), pageParams: [] }
    : (state.data as IdList)
  return { ...state, data: postStore(queryClient).postsIn(list) }
}

/** A query's state with what is cached for it. Rejects where its Orma is paused, as nothing may be shown. */
async function restore(
  queryClient: QueryClient,
  query: Query,
  reading: Promise<CachedAnswer | undefined>,
): Promise<State | undefined> {
  const { queryKey, state } = query
  const answer = await inTime(reading)
  // An answer that came meanwhile, for instance with the HTML, is newer.
  if (!answer || query.state.data !== state.data) return undefined
  // As of the server's last answer.
  if (answer.paused !== undefined) throw markedAs(answer.paused)
  const { add } = postStore(queryClient)
  const data = isOfPosts(queryKey) ? add(answer.data as PostList) : answer.data
  // 0 would count as expired.
  const dataUpdatedAt = Math.max(1, answer.updatedAt)
  // In the turn in which the query gets it: the library dates it in a later one.
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.query !== query || event.type !== 'updated') return
    const { type } = event.action
    if (type === 'success' || type === 'error') stop()
    if (type !== 'success') return
    query.setState({ dataUpdatedAt })
    setTimeout(() => askAgain(query))
  })
  return { ...state, data, dataUpdatedAt }
}

/** For a query without data its cached answer; for a list that goes on, the list with its next page, at the age it has. */
async function readSilent(
  queryClient: QueryClient,
  { queryKey, state }: Asked,
): Promise<CachedAnswer | undefined> {
  if (state.data === undefined) return readWhatIsHere(queryKey)
  if (!isGoingOn({ queryKey, state })) return undefined
  const data = await readOn(queryKey, postStore(queryClient).inPages(state.data as IdPages))
  return data && { data, updatedAt: state.dataUpdatedAt }
}

/**
 * Asks for a restored answer anew where it is old. Not for queries that poll, as for the newest posts: these are never stale. Not
 * for a list of several pages: it would be fetched again as a whole.
 */
function askAgain(query: Query): void {
  const { data } = query.state
  if (pagesOf(data).filter(({ length }) => length > 0).length <= 1 && query.isStale())
    query.fetch().catch(() => undefined)
}

/** Whether a query is fetching, or has just got, the next page of a list. */
function isGoingOn({ queryKey: [kind], state }: Asked): boolean {
  return kind === 'events' && state.fetchMeta?.fetchMore?.direction === 'forward'
}

function pagesOf(data: unknown): number[][] {
  return (data as Partial<IdPages> | null | undefined)?.pages ?? []
}

type State = Query['state']
interface Asked {
  queryKey: QueryKey
  state: State
}
type Ask<Data> = QueryFunction<Data, readonly unknown[], never>

/**
 * Asks the server; where it is silent or slow, gives what is cached instead, if anything is. That nothing may be shown, for which
 * `readCached` rejects, is said only where it is silent.
 */
async function askOrCached<T>(
  ask: () => Promise<T>,
  readCached: () => Promise<T | undefined>,
): Promise<T> {
  const asked = ask()
  let giveUp: () => void = () => undefined
  const silence = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const isKnownSilent = isSilent() || !navigator.onLine
  const timer = setTimeout(giveUp, isKnownSilent ? 0 : PATIENCE_MS)
  const instead = silence.then(readCached).then((cached) => cached ?? asked)
  const heard = asked.catch((error: unknown) => {
    if (!isSilence(error)) throw error
    giveUp()
    return instead
  })
  // A refusal from here would have the late answer dropped, which then has everything refused asked for again.
  const shown = isKnownSilent ? instead : instead.catch(() => heard)
  return Promise.race([heard, shown]).finally(() => clearTimeout(timer))
}
