import { useEffect, useMemo, useState } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { restoreList } from '../cache/page/restore-list.ts'
import { postStore } from '../cache/post-store.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { feedQuery } from '../features/feed/feed-queries.ts'
import { newerPostsQuery, postViewQuery } from '../features/post/post-query.ts'
import { allIds, findPlace } from '../posts/post-list.ts'
import { idsAround } from '../posts/posts-around.ts'

const NONE: readonly number[] = []

interface Place {
  event_hash: string
  /** The post that the page was opened for. */
  post_id: number
  /** The one that is looked at now. */
  current?: number
  /** What is not known yet is to be asked for. */
  isWanted: boolean
}

/**
 * The feed to both sides of a post, by ids. It is the feed that this page has loaded, where that reaches so far, or this device has
 * cached it; otherwise the posts that lead up to the post are asked for.
 */
export function useFeedAround({ event_hash, post_id, current = post_id, isWanted }: Place) {
  const feed = useInfiniteQuery({ ...feedQuery(event_hash), enabled: false })
  const view = useInfiniteQuery({ ...postViewQuery(event_hash, post_id), enabled: false })
  const listed = useMemo(() => (feed.data ? allIds(feed.data) : NONE), [feed.data])
  // Once it is there it stays, also where the post itself goes.
  const [wasInFeed, setWasInFeed] = useState(false)
  const isInFeed = wasInFeed || listed.includes(current)
  if (isInFeed && !wasInFeed) setWasInFeed(true)
  const wasSought = useCachedFeed(event_hash, post_id, isWanted && !isInFeed)
  const newer = useInfiniteQuery({
    ...newerPostsQuery(event_hash, post_id),
    enabled: isWanted && wasSought && !isInFeed,
  })
  const ids = useMemo(() => {
    const leading = newer.data?.pages.toReversed().flat() ?? NONE
    const following = view.data ? allIds(view.data) : NONE
    return idsAround({ feed: listed, newer: leading, older: following }, isInFeed)
  }, [listed, newer.data, view.data, isInFeed])
  return { ids, isInFeed, newer, older: isInFeed ? feed : view }
}

/** Has a feed go on to a post with what this device has cached of it. Returns whether that was tried. */
function useCachedFeed(event_hash: string, post_id: number, isWanted: boolean): boolean {
  const queryClient = useQueryClient()
  const [sought, setSought] = useState<number>()
  useEffect(() => {
    if (!isWanted) return
    const createdAt = postStore(queryClient).get(post_id)?.createdAt
    const isFar = (posts: Parameters<typeof findPlace>[0]) =>
      createdAt === undefined || findPlace(posts, { post_id, createdAt }) !== undefined
    void restoreList(queryClient, queryKeys.feed(event_hash), isFar).then(() => setSought(post_id))
  }, [queryClient, event_hash, post_id, isWanted])
  return sought === post_id
}
