import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { listIds } from '../cache/cache-database.ts'
import { missingFrom } from '../posts/feed-order.ts'
import { queryKeys } from '../cache/query-keys.ts'

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
