import { useMemo, useState } from 'react'
import { useFreshPosts } from '../features/feed/use-fresh-posts.ts'
import { usePostsToReview } from '../features/review/use-posts-to-review.ts'
import type { PostListName } from '../posts/list-name.ts'
import { allIds } from '../posts/post-list.ts'
import { useSession } from '../session/use-session.ts'
import { useNextPage } from '../ui/layout/use-next-page.ts'
import { ListViewer } from './list-viewer.tsx'
import type { ListProps } from './list-viewer.tsx'
import { useFeedAround } from './use-feed-around.ts'
import { useListOpenedFrom } from './use-list-opened-from.ts'
import type { OpenedList } from './use-list-opened-from.ts'

/** So many posts before a list's end more of it is asked for. */
const AHEAD = 8

interface PostViewerProps extends ListProps {
  /** The list that the post was opened from; undefined: the feed. */
  list: PostListName | undefined
}

/** The list that a post was opened from, full screen. */
export function PostViewer({ list, ...rest }: PostViewerProps) {
  const { token, user } = useSession()
  const { event_hash } = rest.event
  const opened = useListOpenedFrom(event_hash, list)
  if (opened) return <OpenedViewer {...rest} query={opened} />
  if (list?.kind !== 'review' || !token) return <FeedViewer {...rest} />
  return <ReviewViewer {...rest} reviewer={{ event_hash, userId: user.id, token }} />
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

function OpenedViewer({ query, ...props }: ListProps & { query: OpenedList }) {
  const [current, setCurrent] = useState(props.post_id)
  const ids = useMemo(() => (query.data ? allIds(query.data) : []), [query.data])
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
