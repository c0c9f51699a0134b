import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment, Post } from '../../../contract/entities.ts'
import { changePost, removePost } from '../../posts/post-list.ts'
import type { PostPages } from '../../posts/post-list.ts'
import { changeComments } from '../../posts/post-reactions.ts'
import { cachePost, forgetPosts } from '../cached-posts.ts'
import { queryKeys } from '../query-keys.ts'

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

/** A post by its Orma and id. */
export interface PostName {
  event_hash: string
  post_id: number
}

/**
 * Changes a post wherever it is shown (the feed and the row in front of it, its hour, every post view, its author's own posts,
 * the newest page) and where it is cached. Gives whether it is shown to everybody.
 */
export function changeCachedPost(
  queryClient: QueryClient,
  { event_hash, post_id }: PostName,
  change: (post: Post) => Post,
): boolean {
  const changed: Post[] = []
  const note = (post: Post) => {
    const now = change(post)
    changed.push(now)
    return now
  }
  const changeIn = (list: PostPages) => changePost(list, post_id, note)
  changeCached(queryClient, queryKeys.newest(event_hash), changeIn)
  forEachList(queryClient, event_hash, changeIn)
  // All of them hold the same post.
  const [now] = changed
  // A full device keeps what it has.
  if (now) cachePost(now).catch(() => undefined)
  changeCached<PostPages>(queryClient, queryKeys.allOwnPosts(event_hash), (list) =>
    changePost(list, post_id, change),
  )
  changeCached<Post[]>(queryClient, queryKeys.allPending(event_hash), (posts) =>
    posts.some(({ id }) => id === post_id)
      ? posts.map((post) => (post.id === post_id ? change(post) : post))
      : posts,
  )
  return now !== undefined
}

/** Removes a deleted post from the feed, its hour and every post view, and has the feed and the films asked for again. */
export function removeCachedPost(
  queryClient: QueryClient,
  { event_hash, post_id }: PostName,
): void {
  const feed = queryClient.getQueryData<PostPages>(queryKeys.feed(event_hash))
  // A post that the feed does not show stays cached until the server says that it is gone.
  if (feed?.pages.flat().some(({ id }) => id === post_id))
    forgetPosts(event_hash, [post_id]).catch(() => undefined)
  const remove = (list: PostPages) => removePost(list, post_id)
  changeCached(queryClient, queryKeys.newest(event_hash), remove)
  forEachList(queryClient, event_hash, remove, { updatedAt: 0 })
  changeCached(queryClient, queryKeys.allOwnPosts(event_hash), remove, { updatedAt: 0 })
  void queryClient.invalidateQueries({ queryKey: queryKeys.allFilms(event_hash) })
  renewPeople(queryClient, event_hash)
  removeUnshown(queryClient, { event_hash, post_id })
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

/** Removes a post from the flagged and the unfinished ones in front of the feed: it is shown to everybody now, or gone. */
export function removeUnshown(queryClient: QueryClient, { event_hash, post_id }: PostName): void {
  removeAllUnshown(queryClient, event_hash, new Set([post_id]))
}

/** Does so with several posts. A list without them is left alone: it may be marked as out of date. */
export function removeAllUnshown(
  queryClient: QueryClient,
  event_hash: string,
  post_ids: ReadonlySet<number>,
): void {
  for (const prefix of [queryKeys.allFlagged(event_hash), queryKeys.allPending(event_hash)]) {
    for (const [queryKey, posts] of queryClient.getQueriesData<Post[]>({ queryKey: prefix })) {
      if (!posts?.some(({ id }) => post_ids.has(id))) continue
      changeCached<Post[]>(queryClient, queryKey, (all) =>
        all.filter(({ id }) => !post_ids.has(id)),
      )
    }
  }
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

/** Changes the comments of a post wherever they are shown; `more` (1, 0, -1) is added to their count. */
export function changeCachedComments(
  queryClient: QueryClient,
  { event_hash, post_id }: PostName,
  change: (comments: readonly Comment[]) => Comment[],
  more = 0,
): void {
  changeCachedPost(queryClient, { event_hash, post_id }, (post) =>
    changeComments(post, change, more),
  )
  changeCached<Comment[]>(queryClient, queryKeys.comments(event_hash, post_id), change)
}

function forEachList(
  queryClient: QueryClient,
  event_hash: string,
  change: (list: PostPages) => PostPages,
  options?: { updatedAt: number },
): void {
  for (const queryKey of [
    queryKeys.feed(event_hash),
    queryKeys.postViews(event_hash),
    queryKeys.allTimeslots(event_hash),
  ]) {
    changeCached(queryClient, queryKey, change, options)
  }
}

/** Changes the data under a key, or a prefix of keys, without making it newer: the rest of it is as old as before. */
export function changeCached<Data>(
  queryClient: QueryClient,
  prefix: readonly unknown[],
  change: (data: Data) => Data,
  options?: { updatedAt: number },
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: prefix })) {
    const { dataUpdatedAt: updatedAt } = state
    queryClient.setQueryData<Data>(
      queryKey,
      (data) => data && change(data),
      options ?? { updatedAt },
    )
  }
}
