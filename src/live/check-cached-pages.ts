import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { FIRST_PAGE } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import type { PostCursor, PostPages } from '../posts/post-list.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { cachedPages } from '../cache/ask-or-cached.ts'
import { listIds } from '../cache/cache-database.ts'
import { missingFrom } from '../posts/feed-order.ts'

const checking = new Set<string>()

interface CheckOptions {
  token: string | undefined
  all: boolean
  /** Posts that were told to be gone, also while it is asked. */
  gone: ReadonlySet<number>
}

/**
 * Has the pages of a feed that are shown asked for again, behind the first one, which is asked for by itself: those that
 * came from this device, or `all`. They take the old ones' places one by one, so that nothing else moves.
 */
export async function checkShownPages(
  queryClient: QueryClient,
  event_hash: string,
  { token, all, gone }: CheckOptions,
): Promise<void> {
  if (checking.has(event_hash)) return
  checking.add(event_hash)
  try {
    const queryKey = queryKeys.feed(event_hash)
    const params = queryClient.getQueryData<PostPages>(queryKey)?.pageParams ?? []
    for (const { after } of params as PostCursor[]) {
      if (after === undefined || !(all || cachedPages.has(after))) continue
      const asked = await call(api.listPosts, {
        params: { event_hash, page: FIRST_PAGE },
        query: { after },
        token,
      })
      const page = asked.filter(({ id }) => !gone.has(id))
      cachedPages.delete(after)
      queryClient.setQueryData<PostPages>(queryKey, (feed) => feed && putPage(feed, after, page))
    }
  } catch {
    // Not to be reached after all: what is left is checked at the next contact.
  } finally {
    checking.delete(event_hash)
  }
}

function putPage({ pages, pageParams }: PostPages, after: number, page: Post[]): PostPages {
  const at = (pageParams as PostCursor[]).findIndex((cursor) => cursor.after === after)
  if (at < 0) return { pages, pageParams }
  // Where the device had a gap behind it, what follows is asked for as it is scrolled to.
  const next = (pageParams[at + 1] as PostCursor | undefined)?.after
  const end = next === undefined || page.at(-1)?.id === next ? pages.length : at + 1
  return { pages: pages.with(at, page).slice(0, end), pageParams: pageParams.slice(0, end) }
}

/**
 * The posts that this device has cached of an Orma, as all that are shown are, and the server shows no more. One request, however
 * many there are; none where all of them are among the newest, which are asked for by themselves.
 */
export async function findGone(
  queryClient: QueryClient,
  event_hash: string,
  token: string | undefined,
): Promise<number[]> {
  // What comes later is not to be missed in the answer.
  const known = await listIds(event_hash).catch(() => [])
  const newest = queryClient.getQueryData<Post[]>(queryKeys.newest(event_hash)) ?? []
  const newestIds = newest.map(({ id }) => id)
  if (missingFrom(known, newestIds).length === 0) return []
  const { ids } = await call(api.listPostIds, { params: { event_hash }, token })
  return missingFrom(known, ids)
}
