import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { readAnswer } from '../../cache/answers.ts'
import { listIds } from '../../cache/cache-database.ts'
import { readPosts } from '../../cache/cached-posts.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { isNewer } from '../../posts/post-list.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

/** What others added to an Orma since it was last looked at on this device. */
export interface News {
  count: number
  /** There may be more than were looked at. */
  isMore: boolean
  /** Addresses of the newest, three at most. */
  pictures: string[]
}

export interface NewsOptions {
  event_hash: string
  /** The newest post that was seen. */
  seen: Pick<Post, 'id' | 'createdAt'>
  /** Whose own posts are no news. */
  userId: number | undefined
}

const PICTURES_MAX = 3
const FRESH_MS = 60_000

/** What is new as far as this device has it: at once, and without a network. */
export function cachedNewsQuery({ event_hash, seen, userId }: NewsOptions) {
  return queryOptions({
    queryKey: ['news', event_hash, seen.id, userId, 'cached'],
    queryFn: async () => {
      const known = await readAnswer(queryKeys.event(event_hash))
      if (!known || known.paused) return newsIn([], { seen, userId })
      const after = [event_hash, seen.createdAt, seen.id]
      const ids = await listIds(event_hash, IDBKeyRange.bound(after, [event_hash, []], true))
      return newsIn(await readPosts(event_hash, ids.slice(0, PAGE_SIZE)), { seen, userId })
    },
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
}

/** What is new as the server has it. */
export function newsQuery({ event_hash, seen, userId }: NewsOptions) {
  return queryOptions({
    queryKey: ['news', event_hash, seen.id, userId],
    queryFn: async ({ signal }) => {
      const params = { event_hash, page: FIRST_PAGE }
      const token = readTokenCookie(event_hash)
      return newsIn(await call(api.listPosts, { params, token, signal }), { seen, userId })
    },
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** What is new among the newest posts of a feed, one page of it at most. */
export function newsIn(
  posts: readonly Post[],
  { seen, userId }: Pick<NewsOptions, 'seen' | 'userId'>,
): News {
  const newer = posts.filter((post) => post.status === 'COMPLETED' && isNewer(post, seen))
  const others = newer.filter(({ User }) => User.id !== userId)
  const pictures = others.flatMap(({ compressed_url }) => compressed_url ?? [])
  return {
    count: others.length,
    isMore: newer.length === PAGE_SIZE,
    pictures: pictures.slice(0, PICTURES_MAX),
  }
}
