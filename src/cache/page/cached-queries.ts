import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import type { PostName } from './post-cache.ts'
import { mergeStretch } from '../../posts/post-list.ts'
import type { IdPages, Stretch } from '../../posts/post-list.ts'
import { postStore } from '../post-store.ts'

/** Begins the running reads of an Orma's posts anew: their answers may be from before a change. */
export function restartReads(queryClient: QueryClient, event_hash: string): void {
  const { newest, postViews, allComments } = queryKeys
  for (const queryKey of [newest(event_hash), postViews(event_hash), allComments(event_hash)]) {
    const running = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
    for (const query of running) void restart(queryClient, query.queryKey)
  }
}

async function restart(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  await queryClient.invalidateQueries({ queryKey, exact: true })
}

/** Has a post's views and all of its comments asked for again. */
export async function renewPost(
  queryClient: QueryClient,
  { event_hash, post_id }: PostName,
): Promise<void> {
  const { postViews, comments } = queryKeys
  await Promise.all(
    [postViews(event_hash), comments(event_hash, post_id)].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Has its owner's lists of the people and of all comments asked for again: something of them is gone. */
export function renewPeople(queryClient: QueryClient, event_hash: string): void {
  for (const keyOf of [queryKeys.people, queryKeys.everyComment])
    void queryClient.invalidateQueries({ queryKey: keyOf(event_hash) })
}

/** Has the flagged and the unfinished posts asked for again: what was removed from them may still be there. */
export function renewUnshown(queryClient: QueryClient, event_hash: string): void {
  for (const keyOf of [queryKeys.allFlagged, queryKeys.allPending])
    void queryClient.invalidateQueries({ queryKey: keyOf(event_hash) })
}

/** Drops the queries of a post's view and its comments, once nobody looks at them. */
export function forgetPostView(queryClient: QueryClient, { event_hash, post_id }: PostName): void {
  queryClient.removeQueries({ queryKey: queryKeys.postView(event_hash, post_id) })
  queryClient.removeQueries({ queryKey: queryKeys.comments(event_hash, post_id) })
}

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
