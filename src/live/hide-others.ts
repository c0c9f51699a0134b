import type { QueryClient } from '@tanstack/react-query'
import { removePosts } from '../cache/page/post-cache.ts'
import { forgetOthers, MADE_OF_ALL } from '../cache/forget-others.ts'
import { postStore } from '../cache/post-store.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { allIds } from '../posts/post-list.ts'
import type { IdPages } from '../posts/post-list.ts'

/** Forgets others' posts of an Orma, in this page and on this device: the Orma does not show them to this user, or not any more. */
export async function hideOthers(
  queryClient: QueryClient,
  event_hash: string,
  userId: number | undefined,
): Promise<void> {
  const { newest, feed, postViews, allNewer } = queryKeys
  const cache = queryClient.getQueryCache()
  const lists = [newest, feed, postViews, allNewer].flatMap((keyOf) =>
    cache.findAll({ queryKey: keyOf(event_hash) }),
  )
  const ids = lists.flatMap(({ state }) => (state.data ? allIds(state.data as IdPages) : []))
  const isOwn = (id: number) => postStore(queryClient).get(id)?.User.id === userId
  const others = new Set(ids.filter((id) => !isOwn(id)))
  if (others.size > 0) removePosts(queryClient, event_hash, [...others])
  for (const part of MADE_OF_ALL)
    queryClient.removeQueries({ queryKey: ['events', event_hash, part] })
  // With the device's storage in trouble it is done when the Orma is opened again.
  await forgetOthers(event_hash, userId).catch(() => undefined)
}
