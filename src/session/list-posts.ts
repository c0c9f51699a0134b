import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import type { PostCursor } from '../posts/post-list.ts'
import { readTokenCookie } from './token-cookie.ts'

/** A page of an Orma's feed, as the user may see it; of 24 posts unless `limit` says of how many. */
export function listPosts(
  event_hash: string,
  { page, after }: PostCursor,
  signal: AbortSignal,
  limit?: number,
): Promise<Post[]> {
  const params = { event_hash, page }
  return call(api.listPosts, { params, query: { after, limit }, token: readTokenCookie(), signal })
}
