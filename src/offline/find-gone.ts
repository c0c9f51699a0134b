import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { missingFrom } from '../device/feed-order.ts'
import { listKeptIds } from '../device/forget-kept.ts'
import type { PostPages } from '../device/post-list.ts'
import { queryKeys } from '../device/query-keys.ts'

/**
 * The posts that this device has kept of an Orma, or this page shows, and the server shows no more. One request, however many
 * there are; none where all of them are among the newest, which are asked for by themselves.
 */
export async function findGone(
  queryClient: QueryClient,
  event_hash: string,
  token: string | undefined,
): Promise<number[]> {
  const kept = await listKeptIds(event_hash).catch(() => [])
  // What comes later is not to be missed in the answer.
  const known = [...new Set([...kept, ...shownIds(queryClient, event_hash)])]
  const newest = queryClient.getQueryData<Post[]>(queryKeys.newest(event_hash)) ?? []
  const rest = missingFrom(
    known,
    newest.map(({ id }) => id),
  )
  if (rest.length === 0) return []
  const { ids } = await call(api.listPostIds, { params: { event_hash }, token })
  return missingFrom(known, ids)
}

/** Of posts that everyone sees. */
function shownIds(queryClient: QueryClient, event_hash: string): number[] {
  const lists = [
    queryKeys.feed(event_hash),
    queryKeys.postViews(event_hash),
    queryKeys.allTimeslots(event_hash),
  ].flatMap((queryKey) => queryClient.getQueriesData<PostPages>({ queryKey }))
  const posts = lists.flatMap(([, list]) => list?.pages.flat() ?? [])
  return posts.filter(({ status }) => status === 'COMPLETED').map(({ id }) => id)
}
