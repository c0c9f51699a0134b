import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment, Post } from '../../../contract/entities.ts'
import { COMMENTS_SHOWN } from '../../../contract/limits.ts'
import { allIds, filterPages, reaches } from '../../posts/post-list.ts'
import type { IdPages } from '../../posts/post-list.ts'
import { fullOf } from '../../posts/full-picture.ts'
import { changeComments } from '../../posts/post-reactions.ts'
import { cachePost, forgetPosts } from '../cached-posts.ts'
import { postStore } from '../post-store.ts'
import { queryKeys } from '../query-keys.ts'
import { changeCached, mergeList } from './merge-list.ts'

// All that changes posts and their lists ends here in `putPosts`, `removePosts` or `mergeList`.

/** A post by its Orma and id. */
export interface PostName {
  event_hash: string
  post_id: number
}

/** Takes in posts as they are now, wherever they are shown, and where their Orma is cached. */
function putPosts(queryClient: QueryClient, posts: readonly Post[]): void {
  postStore(queryClient).put(posts)
  // A full device keeps what it has.
  for (const post of posts) cachePost(post).catch(() => undefined)
}

/** Changes a post that this page knows. */
export function changePost(
  queryClient: QueryClient,
  post_id: number,
  change: (post: Post) => Post,
): void {
  const known = postStore(queryClient).get(post_id)
  if (known) putPosts(queryClient, [change(known)])
}

/** Removes deleted posts from all lists, and has the feed and the films asked for again. */
export function removePosts(
  queryClient: QueryClient,
  event_hash: string,
  post_ids: readonly number[],
): void {
  const gone = new Set(post_ids)
  const stays = (id: number) => !gone.has(id)
  const feed = queryClient.getQueryData<IdPages>(queryKeys.feed(event_hash))
  // A post that the feed does not show stays cached until the server says that it is gone.
  forgetPosts(event_hash, feed ? allIds(feed).filter((id) => !stays(id)) : []).catch(
    () => undefined,
  )
  for (const keyOf of LISTS) {
    for (const query of queryClient.getQueryCache().findAll({ queryKey: keyOf(event_hash) })) {
      const list = query.state.data as IdPages | number[] | undefined
      // A list without them is left alone: it may be marked as out of date.
      if (!list || allIds(list).every(stays)) continue
      const left = 'pages' in list ? filterPages(list, stays) : list.filter(stays)
      const updatedAt = IN_FRONT.includes(keyOf) ? query.state.dataUpdatedAt : 0
      queryClient.setQueryData(query.queryKey, left, { updatedAt })
    }
  }
  postStore(queryClient).remove(post_ids)
  void queryClient.invalidateQueries({ queryKey: queryKeys.allFilms(event_hash) })
  renewPeople(queryClient, event_hash)
}

const { newest, feed, postViews, allNewer, allTimeslots, allOwnPosts } = queryKeys
const { allFlagged, allPending } = queryKeys
/** Keys, or prefixes of such, of lists that others are merged from: they are as old as they are. */
const IN_FRONT: KeyOf[] = [newest, allFlagged, allPending]
const LISTS: KeyOf[] = [...IN_FRONT, feed, postViews, allNewer, allTimeslots, allOwnPosts]
type KeyOf = (event_hash: string) => QueryKey

/**
 * Shows a post as the server has it now: a finished one joins the feed, a flagged or failed one the list of such. A known post
 * keeps its likes and comments: these come as news of their own, as this viewer may see them. Gives whether by that it came
 * among the photos that are shown to everybody, or went, or got its large picture, without which it is in no film.
 */
export function showPost(queryClient: QueryClient, post: Post): boolean {
  const { status } = post
  const known = postStore(queryClient).get(post.id)
  const wasShown = known?.status === 'COMPLETED'
  const hadFull = known !== undefined && fullOf(known) !== null
  const shown = known ? withReactionsOf(known, post) : post
  putPosts(queryClient, [shown])
  if (status === 'FAILEDBYNUDITY') placeUnshown(queryClient, queryKeys.allFlagged, post)
  if (status === 'FAILEDPROCESSING') placeUnshown(queryClient, queryKeys.allPending, post)
  if (status !== 'COMPLETED') return wasShown
  placeShown(queryClient, shown)
  return !wasShown || (!hadFull && fullOf(post) !== null)
}

function withReactionsOf(known: Post, told: Post): Post {
  const { Likes, likeCount, Comments, commentCount } = known
  return { ...told, Likes, likeCount, Comments, commentCount }
}

/** Flagged and unfinished posts are ordered by id, the highest first. */
function placeUnshown(
  queryClient: QueryClient,
  keyOf: (event_hash: string) => QueryKey,
  { event_hash, id }: Post,
): void {
  changeCached<number[]>(queryClient, keyOf(event_hash), (ids) =>
    [...new Set([id, ...ids])].toSorted((one, other) => other - one),
  )
}

/**
 * Puts a post in its place in its hour and in the feed. While the feed is looked at, it goes into the newest page instead, which
 * joins the feed when the viewer is at the top; one further down goes into the feed at once, where it moves nothing in view.
 */
function placeShown(queryClient: QueryClient, post: Post): void {
  const { event_hash, original_date } = post
  const page = queryClient.getQueryData<IdPages>(newest(event_hash))
  const isNew = page !== undefined && reaches(postStore(queryClient).inPages(page), post)
  const stretch = { posts: [post], isTop: false, isEnd: false }
  for (const queryKey of [
    (isNew ? newest : feed)(event_hash),
    queryKeys.timeslot(event_hash, original_date.slice(0, 13)),
  ])
    mergeList(queryClient, queryKey, stretch)
}

/**
 * Changes the comments of a post wherever they are shown; what `moreOf` gives is added to their count. A post that carries fewer
 * than it could by then is asked for again.
 */
export function changeCachedComments(
  queryClient: QueryClient,
  { event_hash, post_id }: PostName,
  change: (comments: readonly Comment[]) => Comment[],
  moreOf: (post: Post) => number = () => 0,
): void {
  changePost(queryClient, post_id, (post) => changeComments(post, change, moreOf(post)))
  changeCached<Comment[]>(queryClient, queryKeys.comments(event_hash, post_id), change)
  const { Comments, commentCount = 0 } = postStore(queryClient).get(post_id) ?? {}
  if (Comments && Comments.length < Math.min(commentCount, COMMENTS_SHOWN))
    void queryClient.invalidateQueries({ queryKey: queryKeys.postViews(event_hash) })
}

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
