import type { QueryClient } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'
import { LIVE_OVERLAP_MS } from '../../contract/limits.ts'
import { removeComment, placeComment, setLiked } from '../posts/post-reactions.ts'
import { forgetPosts } from '../cache/cached-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'
import {
  renewPeople,
  changeCachedComments,
  changePost,
  removePosts,
  showPost,
} from '../cache/page/post-cache.ts'
import { currentUploads } from '../outbox/page/upload-store.ts'
import { createListRenewal, renew } from './renew-lists.ts'

/** How often waiting news is tried again. */
const LOOK_AGAIN_MS = 250

type News = Exclude<LiveMessage, { type: 'RESET' }>
type PostNews = Exclude<News, { type: 'EVENT_CHANGED' }>

/**
 * Shows live news of an Orma wherever it is shown. News waits while a read is under way whose answer may be older, and news of a
 * post while a change of it is on its way; of several news of one thing only the last counts.
 */
export function createNews(queryClient: QueryClient, event_hash: string) {
  const waiting = new Map<string, News>()
  const lists = createListRenewal(queryClient, event_hash)
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(): void {
    clearTimeout(timer)
    const { event, allFlagged, allPending, allOwnPosts } = queryKeys
    const isReading = [event, allFlagged, allPending, allOwnPosts].some(
      (keyOf) => queryClient.isFetching({ queryKey: keyOf(event_hash) }) > 0,
    )
    const changing = changingPosts()
    for (const [name, news] of waiting) {
      const isChanging = news.type !== 'EVENT_CHANGED' && changing.has(postIdOf(news))
      if (isReading || isChanging) continue
      waiting.delete(name)
      tell(news)
    }
    if (waiting.size > 0) timer = setTimeout(show, LOOK_AGAIN_MS)
  }

  function tell(news: News): void {
    if (apply(queryClient, event_hash, news)) lists.note()
    // A photo may be shown already, as this page's own or with the newest, and not be counted yet.
    else if (news.type === 'POST_CHANGED') lists.noteCount()
  }

  return {
    take(message: LiveMessage): void {
      if (message.type === 'RESET') {
        waiting.clear()
        askForAll(queryClient, event_hash)
        lists.note()
        return
      }
      const name = nameOf(message)
      waiting.delete(name)
      waiting.set(name, message)
      show()
    },
    stop(): void {
      clearTimeout(timer)
      // News comes only once, so it is not dropped.
      for (const news of waiting.values()) tell(news)
      waiting.clear()
      lists.stop()
    },
  }
}

/**
 * Asks again for what is shown of an Orma's posts, as far as it was asked for before a time (epoch milliseconds); what is not
 * looked at now, once it is.
 */
function askAgain(queryClient: QueryClient, event_hash: string, before = Infinity): void {
  const cache = queryClient.getQueryCache()
  for (const prefix of [
    queryKeys.newest(event_hash),
    queryKeys.postViews(event_hash),
    queryKeys.allComments(event_hash),
    queryKeys.allFlagged(event_hash),
    queryKeys.allPending(event_hash),
    // What was missed may have taken a photo out of one.
    queryKeys.allFilms(event_hash),
  ]) {
    for (const query of cache.findAll({ queryKey: prefix })) renew(queryClient, query, before)
  }
}

/** Asks again for an Orma, and what is shown of its posts. */
export function askForAll(queryClient: QueryClient, event_hash: string): void {
  askAgain(queryClient, event_hash)
  const queryKey = queryKeys.event(event_hash)
  renew(queryClient, queryClient.getQueryCache().find({ queryKey, exact: true }))
}

/** A stream that begins anew reports only the latest events: what was loaded before them is out of date. */
export function askForOlder(queryClient: QueryClient, event_hash: string): void {
  askAgain(queryClient, event_hash, Date.now() - LIVE_OVERLAP_MS / 2)
}

/** Shows news, and gives whether by them some photo came or went. */
function apply(queryClient: QueryClient, event_hash: string, news: News): boolean {
  if (news.type === 'EVENT_CHANGED') {
    changeEvent(queryClient, news.event)
    return false
  }
  const name = { event_hash, post_id: postIdOf(news) }
  switch (news.type) {
    case 'POST_CHANGED':
      return showPost(queryClient, news.post)
    case 'POST_REMOVED':
      removePosts(queryClient, event_hash, [news.post_id])
      // If this fails, the next contact finds the post gone.
      forgetPosts(event_hash, [news.post_id]).catch(() => undefined)
      return true
    case 'LIKE_CHANGED': {
      const { userId, liked, likeCount } = news
      changePost(queryClient, news.post_id, (post) => ({
        ...setLiked(post, userId, liked),
        likeCount,
      }))
      return false
    }
    case 'COMMENT_CHANGED':
      changeCachedComments(
        queryClient,
        name,
        (comments) => placeComment(comments, news.comment),
        (post) => news.commentCount - post.commentCount,
      )
      return false
    case 'COMMENT_REMOVED':
      changeCachedComments(
        queryClient,
        name,
        (comments) => removeComment(comments, news.comment_id),
        (post) => news.commentCount - post.commentCount,
      )
      renewPeople(queryClient, event_hash)
      return false
  }
}

/** The posts with a change that is just being sent: its answer comes first. */
function changingPosts(): Set<number> {
  const { changes } = currentUploads()
  return new Set(
    changes.flatMap(({ state, reasonCode, postId }) =>
      state === 'waiting' && reasonCode === null ? postId : [],
    ),
  )
}

function changeEvent(queryClient: QueryClient, told: Event): void {
  const queryKey = queryKeys.event(told.event_hash)
  const { data: known, dataUpdatedAt } = queryClient.getQueryState<Event>(queryKey) ?? {}
  if (!known) return
  queryClient.setQueryData(queryKey, { ...known, ...told }, { updatedAt: dataUpdatedAt })
  // In another tab of its owner: they see more of it than is told to all.
  if (known.uploadsClosed !== undefined) {
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

function postIdOf(news: PostNews): number {
  return news.type === 'POST_CHANGED' ? news.post.id : news.post_id
}

/** What the news is about: the Orma, a post, one person's like, one comment. */
function nameOf(news: News): string {
  if (news.type === 'EVENT_CHANGED') return 'event'
  const post_id = postIdOf(news)
  switch (news.type) {
    case 'LIKE_CHANGED':
      return `like ${post_id} ${news.userId}`
    case 'COMMENT_CHANGED':
      return `comment ${news.comment.id}`
    case 'COMMENT_REMOVED':
      return `comment ${news.comment_id}`
    case 'POST_CHANGED':
    case 'POST_REMOVED':
      return `post ${post_id}`
  }
}
