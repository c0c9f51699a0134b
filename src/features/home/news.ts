import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { readAnswer } from '../../cache/answers.ts'
import { listIds } from '../../cache/cache-database.ts'
import { readPosts } from '../../cache/cached-posts.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { isNewer } from '../../posts/post-list.ts'
import { currentSession } from '../../session/session-query.ts'
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
}

const PICTURES_MAX = 3
const FRESH_MS = 60_000

/** What is new as far as this device has it: at once, and without a network. */
export function cachedNewsQuery({ event_hash, seen }: NewsOptions) {
  return queryOptions({
    queryKey: [...keyOf({ event_hash, seen }), 'cached'],
    queryFn: async ({ client }) => {
      const userId = await userIn(client, event_hash)
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
export function newsQuery({ event_hash, seen }: NewsOptions) {
  return queryOptions({
    queryKey: keyOf({ event_hash, seen }),
    queryFn: async ({ client, signal }) => {
      const userId = await userIn(client, event_hash)
      const params = { event_hash, page: FIRST_PAGE }
      const token = readTokenCookie(event_hash)
      return newsIn(await call(api.listPosts, { params, token, signal }), { seen, userId })
    },
    staleTime: FRESH_MS,
    retry: false,
  })
}

/** Who is here may be another in each Orma. */
function keyOf({ event_hash, seen }: NewsOptions) {
  return ['news', event_hash, seen.id, readTokenCookie(event_hash)]
}

/** Whose own posts are no news: who is signed in there, which may be a guest by name of that Orma alone. */
async function userIn(client: QueryClient, event_hash: string): Promise<number | undefined> {
  const session = await currentSession(client, event_hash).catch(() => null)
  return session?.user.id
}

/** What is new among the newest posts of a feed, one page of it at most. `userId`: whose own posts are no news. */
export function newsIn(
  posts: readonly Post[],
  { seen, userId }: Pick<NewsOptions, 'seen'> & { userId: number | undefined },
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
