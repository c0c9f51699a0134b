import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE, PAGE_SIZE_MAX } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { allIds, missingFrom } from '../posts/post-list.ts'
import type { IdPages, PostCursor } from '../posts/post-list.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { listIds } from '../cache/cache-database.ts'
import { cacheStretch } from '../cache/cached-posts.ts'
import { changeCached, mergeList } from '../cache/page/merge-list.ts'
import { postStore } from '../cache/post-store.ts'

/** The feeds being checked. */
const checking = new Set<string>()

interface CheckOptions {
  token: string | undefined
  all: boolean
  /** Posts that were reported deleted; grows while pages are asked for. */
  gone: ReadonlySet<number>
}

/**
 * Asks again for the pages of a feed that are shown: those that came from the cache, or `all`, except the first, which
 * `newestQuery` asks for. Each replaces the old page by itself, so that nothing else moves.
 */
export async function checkShownPages(
  queryClient: QueryClient,
  event_hash: string,
  { token, all, gone }: CheckOptions,
): Promise<void> {
  const queryKey = queryKeys.feed(event_hash)
  if (all)
    changeCached<IdPages>(queryClient, queryKey, ({ pages, pageParams }) => ({
      pages,
      pageParams: (pageParams as PostCursor[]).map((cursor) => ({ ...cursor, isCached: true })),
    }))
  if (checking.has(event_hash)) return
  checking.add(event_hash)
  const asked = new Set<number>()
  // On a slow line more pages come from the cache meanwhile.
  const next = () => {
    const { pageParams = [] } = queryClient.getQueryData<IdPages>(queryKey) ?? {}
    return (pageParams as PostCursor[]).find(
      ({ after, isCached }) => after !== undefined && isCached && !asked.has(after),
    )?.after
  }
  try {
    for (let after = next(); after !== undefined; after = next()) {
      asked.add(after)
      const limit = sizeOfPage(queryClient, event_hash, after)
      const told = await call(api.listPosts, {
        params: { event_hash, page: FIRST_PAGE },
        query: { after, limit },
        token,
      })
      const page = told.filter(({ id }) => !gone.has(id))
      putPage(queryClient, event_hash, { after, page, isEnd: told.length < limit })
    }
  } catch {
    // The server is silent: the rest is checked at the next contact.
  } finally {
    checking.delete(event_hash)
  }
}

/** How many posts to ask for in place of a page: a slideshow has loaded large ones. */
function sizeOfPage(queryClient: QueryClient, event_hash: string, after: number): number {
  const queryKey = queryKeys.feed(event_hash)
  const { pages = [], pageParams = [] } = queryClient.getQueryData<IdPages>(queryKey) ?? {}
  const at = (pageParams as PostCursor[]).findIndex((cursor) => cursor.after === after)
  const shown = pages[at]?.length ?? 0
  return Math.min(Math.max(shown, PAGE_SIZE), PAGE_SIZE_MAX)
}

/** Puts a page from the server in its place, after the post before it. */
function putPage(
  queryClient: QueryClient,
  event_hash: string,
  { after, page, isEnd }: { after: number; page: Post[]; isEnd: boolean },
): void {
  const queryKey = queryKeys.feed(event_hash)
  const { pages = [], pageParams = [] } = queryClient.getQueryData<IdPages>(queryKey) ?? {}
  const at = (pageParams as PostCursor[]).findIndex((cursor) => cursor.after === after)
  const before = postStore(queryClient).get(pages[at - 1]?.at(-1) ?? 0)
  if (!before) return
  const told: PostCursor = { page: at + 1, after }
  changeCached<IdPages>(queryClient, queryKey, (feed) => ({
    ...feed,
    pageParams: feed.pageParams.with(at, told),
  }))
  const stretch = { posts: [before, ...page], isTop: false, isEnd }
  mergeList(queryClient, queryKey, stretch)
  void cacheStretch(event_hash, stretch, Date.now()).catch(() => undefined)
}

/**
 * The posts that this device has cached of an Orma and that the server does not show any more. One request, however many there
 * are; none where all of them are among the newest, which are asked for anyway.
 */
export async function findGone(
  queryClient: QueryClient,
  event_hash: string,
  token: string | undefined,
): Promise<number[]> {
  // Read first: a post cached later would be missing in the answer.
  const known = await listIds(event_hash).catch(() => [])
  const newest = queryClient.getQueryData<IdPages>(queryKeys.newest(event_hash))
  const newestIds = newest ? allIds(newest) : []
  if (missingFrom(known, newestIds).length === 0) return []
  const { ids } = await call(api.listPostIds, { params: { event_hash }, token })
  return missingFrom(known, ids)
}
