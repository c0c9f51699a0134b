import { useMemo, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useFreshPosts } from '../features/feed/use-fresh-posts.ts'
import { usePostsToReview } from '../features/review/use-posts-to-review.ts'
import { timeslotQuery } from '../features/timeline/timeline-queries.ts'
import type { PostListName } from '../posts/list-name.ts'
import { useSession } from '../session/use-session.ts'
import { userPostsQuery } from '../session/user-queries.ts'
import { useNextPage } from '../ui/layout/use-next-page.ts'
import { ListViewer } from './list-viewer.tsx'
import type { ListProps } from './list-viewer.tsx'
import { useFeedAround } from './use-feed-around.ts'

/** So many posts before a list's end more of it is asked for. */
const AHEAD = 8

interface PostViewerProps extends ListProps {
  /** The list that the post was opened from; undefined: the feed. */
  list: PostListName | undefined
}

/** The list that a post was opened from, full screen. */
export function PostViewer({ list, ...rest }: PostViewerProps) {
  const { token, user } = useSession()
  if (list?.kind === 'hour') return <HourViewer {...rest} timeslot={list.timeslot} />
  if (!list || !token) return <FeedViewer {...rest} />
  const { event_hash } = rest.event
  if (list.kind === 'review')
    return <ReviewViewer {...rest} reviewer={{ event_hash, userId: user.id, token }} />
  const isOwn = list.kind === 'own'
  const user_id = isOwn ? user.id : list.user_id
  return <PersonViewer {...rest} user_id={user_id} options={{ token, isOwn }} />
}

function FeedViewer(props: ListProps) {
  const { event, post_id } = props
  const [current, setCurrent] = useState(post_id)
  const { event_hash } = event
  useFreshPosts(event_hash, true)
  const around = useFeedAround({ event_hash, post_id, current, isWanted: true })
  const { ids, isInFeed, newer, older } = around
  const at = ids.indexOf(current)
  useNextPage(newer, !isInFeed && at >= 0 && at < AHEAD)
  useNextPage(older, at >= ids.length - AHEAD)
  // What the Orma says may be older than what has come since.
  const count = older.hasNextPage ? Math.max(event.postCount, ids.length) : ids.length
  const places = isInFeed ? { count } : undefined
  return <ListViewer {...props} ids={ids} places={places} current={current} onShow={setCurrent} />
}

function HourViewer({ timeslot, ...props }: ListProps & { timeslot: string }) {
  const query = useInfiniteQuery(timeslotQuery(props.event.event_hash, timeslot))
  return <QueryViewer {...props} query={query} />
}

interface PersonViewerProps extends ListProps {
  user_id: number
  options: { token: string; isOwn: boolean }
}

function PersonViewer({ user_id, options, ...props }: PersonViewerProps) {
  const query = useInfiniteQuery(userPostsQuery(props.event.event_hash, user_id, options))
  return <QueryViewer {...props} query={query} />
}

type Query = UseInfiniteQueryResult<{ pages: number[][]; pageParams: unknown[] }>

function QueryViewer({ query, ...props }: ListProps & { query: Query }) {
  const [current, setCurrent] = useState(props.post_id)
  const ids = useMemo(() => [...new Set(query.data?.pages.flat())], [query.data])
  const at = ids.indexOf(current)
  // Whoever has loaded the page anew may be further down than what is known of the list.
  useNextPage(query, at < 0 || at >= ids.length - AHEAD)
  const places = { count: query.hasNextPage ? undefined : ids.length }
  return <ListViewer {...props} ids={ids} places={places} current={current} onShow={setCurrent} />
}

interface ReviewViewerProps extends ListProps {
  reviewer: Parameters<typeof usePostsToReview>[0]
}

function ReviewViewer({ reviewer, ...props }: ReviewViewerProps) {
  const [current, setCurrent] = useState(props.post_id)
  const { posts } = usePostsToReview(reviewer)
  const ids = useMemo(() => posts?.map(({ id }) => id) ?? [], [posts])
  const places = { count: ids.length }
  return <ListViewer {...props} ids={ids} places={places} current={current} onShow={setCurrent} />
}
