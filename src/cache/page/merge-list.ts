import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { mergeStretch } from '../../posts/post-list.ts'
import type { IdPages, Stretch } from '../../posts/post-list.ts'
import { postStore } from '../post-store.ts'

/** Puts a stretch from the server in its place in a list. */
export function mergeList(
  queryClient: QueryClient,
  queryKey: QueryKey,
  stretch: Stretch,
  updatedAt?: number,
): void {
  const store = postStore(queryClient)
  store.put(stretch.posts)
  const merge = (list: IdPages) => {
    const { pages, pageParams } = mergeStretch(store.inPages(list), stretch)
    return { pages: pages.map((page) => page.map(({ id }) => id)), pageParams }
  }
  changeCached(queryClient, queryKey, merge, updatedAt)
}

/** Changes the data under a key, or a prefix of keys, without making it newer: the rest of it is as old as before. */
export function changeCached<Data>(
  queryClient: QueryClient,
  prefix: QueryKey,
  change: (data: Data) => Data,
  updatedAt?: number,
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: prefix })) {
    const options = { updatedAt: updatedAt ?? state.dataUpdatedAt }
    queryClient.setQueryData<Data>(queryKey, (data) => data && change(data), options)
  }
}
