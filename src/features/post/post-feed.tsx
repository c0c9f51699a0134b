import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { isEmptyAnswer } from '../../api/api-error.ts'
import { isRefusal } from '../../api/contact.ts'
import { usePosts } from '../../cache/page/use-posts.ts'
import { withWaiting } from '../../outbox/store/waiting-changes.ts'
import { isStaying } from '../../outbox/store/waiting-decisions.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useSentChanges, useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { useSession } from '../../session/use-session.ts'
import { postName } from '../../photos/post-name.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { OfflineBar } from '../../ui/notices/offline-bar.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { useShownMore } from '../../ui/layout/use-shown-more.tsx'
import { leavingPosts } from './delete-post.tsx'
import { MorePosts } from './more-posts.tsx'
import type { PostsView } from './more-posts.tsx'
import { NewerButton, useNewerPosts } from './newer-posts.tsx'
import type { NewerPosts } from './newer-posts.tsx'
import { PostCard } from './post-card.tsx'
import { postViewQuery, startView } from './post-query.ts'
import { usePostPlace } from './use-post-place.ts'
import styles from './post-card.module.css'

const NONE: readonly Post[] = []
/** The others follow in slices, as far as the window reaches. */
const FIRST = 1
const MORE = 2

/** All of them stay the same functions: the posts are drawn anew otherwise. */
interface PostParts {
  /** Undefined: not known yet. */
  event: Event | undefined
  renderComments: (post: Post) => ReactNode
  /** What is shown of a flagged post. */
  renderReview: (post: Post) => ReactNode
  onDeleted: (post: Post) => Promise<void>
  /** Opens a photo in the viewer. */
  onOpen: (post: Post) => void
}

/** What follows a post in the list that it was opened from. */
export interface FollowingPosts {
  ids: readonly number[]
  /** Has more of them. */
  list: PostsView
}

interface PostFeedProps extends PostParts {
  event_hash: string
  post_id: number
  /** Those in front of it. */
  newer: NewerPosts
  /** Undefined: those that follow it in the feed. */
  following: FollowingPosts | undefined
  /** Somebody else deleted the post; `next`: the one now shown in its place. */
  onRemoved: (next: Post | undefined) => void
  /** A post that was shown has been removed by somebody else. */
  onGone: (post_id: number) => void
  /** Shown in place of a post that could not be loaded, or is not yet. */
  renderInstead: (error?: Error) => ReactNode
  /** Where to go from a post that is not there. */
  afterLogin: ReactNode
  /** Shown in place of others' posts, where the viewer sees their own alone; undefined: they see all. */
  hidden: ReactNode | undefined
}

/** A post and the posts after it, one below the other. */
export function PostFeed({ event_hash, post_id, renderInstead, ...rest }: PostFeedProps) {
  const { onRemoved, onGone, afterLogin, hidden, newer, following, ...parts } = rest
  const queryClient = useQueryClient()
  const view = useInfiniteQuery(postViewQuery(event_hash, post_id))
  const noContact = useNoContact()
  const waiting = useWaitingChanges()
  const { user, status } = useSession()
  useSentChanges()
  // What arrives later is drawn in slices; from then on news show at once.
  const isHere = useDeferredValue(view.data !== undefined)
  const data = isHere ? view.data : undefined
  const followers = following?.ids
  const ids = useMemo(
    () => (data && followers ? [post_id, ...followers] : data),
    [data, followers, post_id],
  )
  const known = usePosts(ids)
  const asShown = (all: readonly Post[]) =>
    all
      .filter((post) => isStaying(post, waiting) && (!hidden || post.User.id === user?.id))
      .map((post) => withWaiting(post, waiting, user))
  const posts = data && asShown(known)
  const above = useNewerPosts(post_id, newer)
  const leading = asShown(usePosts(above.ids))
  const isGone = isRefusal(view.error, 404)
  const isHidden = hidden !== undefined && (isGone || (posts && posts[0]?.id !== post_id))
  const isDeletedHere = (id: number) =>
    leavingPosts.has(id) ||
    waiting.some(({ kind, postId }) => kind === 'delete-post' && postId === id)
  useGone(post_id, isHidden ? undefined : isGone ? NONE : posts, (id) => {
    // A deletion by this page leaves the page itself.
    if (isDeletedHere(id)) return
    onGone(id)
    if (id !== post_id || isGone || !posts) return
    const others = posts.map((post) => post.id)
    startView(queryClient, event_hash, others)
    onRemoved(posts[0])
  })
  if (isHidden && status !== 'loading') return hidden
  if (isGone)
    return (
      <Message error title drawing="torn" action={afterLogin}>
        {texts.post.notFound}
      </Message>
    )
  if (view.isError && !posts)
    return (
      <>
        <LoadFailed view={view} />
        {renderInstead(view.error)}
      </>
    )
  if (!posts || isHidden)
    return (
      <>
        <OfflineBar reason={noContact} />
        <Waiting />
        {renderInstead()}
      </>
    )
  return (
    <>
      <OfflineBar
        reason={noContact ?? (view.isRefetchError ? 'failed' : undefined)}
        asOf={view.dataUpdatedAt}
      />
      <h1 className="visually-hidden">
        {posts[0] ? postName(posts[0]) : texts.feed.photoBy(texts.common.anonymous)}
      </h1>
      {above.hasNewer && <NewerButton shown={above.ids.length} onShow={above.show} />}
      <Entries posts={posts} leading={leading} view={following?.list ?? view} {...parts} />
    </>
  )
}

interface EntriesProps extends PostParts {
  posts: readonly Post[]
  /** Those in front of them. */
  leading: readonly Post[]
  view: PostsView
}

function Entries({ posts, leading, view, ...parts }: EntriesProps) {
  const canGoOn = view.hasNextPage && !view.isFetchNextPageError
  const wantsMore = usePostPlace([...leading, ...posts], canGoOn)
  // Whoever comes back to a place further down gets all of them at once.
  const [first] = useState(wantsMore ? Infinity : FIRST)
  const { shown, end } = useShownMore(posts, { first, more: MORE })
  // The photo is seen a frame sooner without its words, which follow in slices.
  const hasWords = useDeferredValue(true, wantsMore)
  return (
    <>
      {leading.map((post) => (
        <Entry key={post.id} post={post} isAbove isFirst={false} hasWords {...parts} />
      ))}
      {shown.map((post, at) => (
        <Entry
          key={post.id}
          post={post}
          isAbove={false}
          isFirst={at === 0}
          hasWords={hasWords}
          {...parts}
        />
      ))}
      {hasWords && end}
      {hasWords && <MorePosts view={view} wantsMore={wantsMore} isNext={!end} />}
    </>
  )
}

interface EntryProps extends PostParts {
  post: Post
  isAbove: boolean
  isFirst: boolean
  hasWords: boolean
}

const Entry = memo(function Entry({ post, renderComments, renderReview, ...rest }: EntryProps) {
  const [comments, review] = [renderComments(post), renderReview(post)]
  return <PostCard post={post} comments={comments} review={review} {...rest} />
})

/** Calls `onGone` for each post that has left the view, also for the one it is of where that is not there from the start. */
function useGone(
  post_id: number,
  posts: readonly Post[] | undefined,
  onGone: (post_id: number) => void,
) {
  const shown = useRef({ of: post_id, ids: [post_id] })
  const compare = useEffectEvent((ids: number[]) => {
    const before = shown.current.of === post_id ? shown.current.ids : [post_id]
    shown.current = { of: post_id, ids }
    for (const id of before) if (!ids.includes(id)) onGone(id)
  })
  useEffect(() => {
    if (posts) compare(posts.map(({ id }) => id))
  }, [posts])
}

function LoadFailed({ view }: { view: PostsView }) {
  const retry = <Button onClick={() => void view.refetch()}>{texts.common.retry}</Button>
  return (
    <Message error title drawing={navigator.onLine ? 'torn' : 'signal'} action={retry}>
      {isEmptyAnswer(view.error) ? texts.post.notFound : texts.post.loadFailed}
    </Message>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <Spinner label={texts.common.loading} size={32} />
    </div>
  )
}
