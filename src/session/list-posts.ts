import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { postStore } from '../cache/post-store.ts'
import type { PostCursor } from '../posts/post-list.ts'
import { readTokenCookie } from './token-cookie.ts'

/** A page of an Orma's feed, as the user may see it, by ids; of 24 posts unless `limit` says of how many. */
export async function fetchPosts(
  event_hash: string,
  { page, after, before }: PostCursor,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
  limit?: number,
): Promise<number[]> {
  const [params, token] = [{ event_hash, page }, readTokenCookie(event_hash)]
  const posts = await call(api.listPosts, {
    params,
    query: { after, before, limit },
    token,
    signal,
  })
  return postStore(client).put(posts)
}
