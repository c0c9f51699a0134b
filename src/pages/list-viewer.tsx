import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Event, Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { usePosts, useTiles } from '../cache/page/use-posts.ts'
import { postStore } from '../cache/post-store.ts'
import { CommentList } from '../features/comments/comment-list.tsx'
import { leavingPosts } from '../features/post/delete-post.tsx'
import { PostPhoto } from '../features/post/post-photo.tsx'
import { PostWords } from '../features/post/post-words.tsx'
import { useLike } from '../features/post/use-like.ts'
import { ReviewNotice } from '../features/review/review-notice.tsx'
import { keepPlace } from '../features/viewer/keep-place.ts'
import { Viewer } from '../features/viewer/viewer.tsx'
import { withWaiting } from '../outbox/store/waiting-changes.ts'
import { isStaying } from '../outbox/store/waiting-decisions.ts'
import { useWaitingChanges } from '../outbox/page/use-waiting-changes.ts'
import { useSeesAll } from '../session/use-sees-all.ts'
import { useSession } from '../session/use-session.ts'
import { pictureOf } from './post-picture.ts'

/** A photo that is looked at for so long becomes the page's, for a reload and for what lies behind. */
const FOLLOW_MS = 2_000
const NOTE_MS = 4_000

export interface ListProps {
  event: Event
  /** The post it was opened with. */
  post_id: number
  /** Has the page show this post; resolves once it does. */
  onFollow: (post_id: number) => Promise<void>
  /** No post of the list is left. */
  onEmpty: () => Promise<void>
  onClosed: (post_id: number) => void
}

interface ListViewerProps extends ListProps {
  ids: readonly number[]
  /** Of how many the list is, where it is known from its beginning; `count`: undefined while it is not known to its end. */
  places: { count: number | undefined } | undefined
  current: number
  onShow: (post_id: number) => void
}

/** The posts of a list full screen, and what is said of the one in view. */
export function ListViewer({ ids, ...props }: ListViewerProps) {
  const { event, post_id, current, onEmpty } = props
  const posts = useShownPosts(event, ids, post_id)
  const post = useLatest(useDeferredValue(current))
  const isEmpty = posts.length === 0
  useEffect(() => {
    if (isEmpty) void onEmpty()
  }, [isEmpty, onEmpty])
  if (isEmpty || !post) return null
  return <ShownViewer {...props} posts={posts} post={post} />
}

interface ShownViewerProps extends Omit<ListViewerProps, 'ids'> {
  posts: readonly Post[]
  /** The one in view, or a moment later. */
  post: Post
}

function ShownViewer({ event, posts, post, places, current, onShow, ...props }: ShownViewerProps) {
  const { onFollow, onEmpty, onClosed } = props
  const [note, setNote] = useNote()
  const like = useLike(post)
  useFollow(post.id, onFollow)
  const show = (id: number) => {
    const isGone = !posts.some((each) => each.id === current)
    if (isGone && !leavingPosts.has(current)) setNote(texts.upload.gone)
    onShow(id)
  }
  const leave = async () => {
    const others = posts.filter(({ id }) => id !== post.id)
    const at = posts.findIndex(({ id }) => id === post.id)
    const next = others[keepPlace(posts, at, others)]
    setNote(post.kind === 'video' ? texts.viewer.deletedVideo : texts.viewer.deleted)
    await (next ? onFollow(next.id) : onEmpty())
  }
  const at = posts.findIndex(({ id }) => id === current)
  const place = places && at >= 0 ? texts.viewer.place(at + 1, places.count) : ''
  const name = post.User.name ?? texts.common.anonymous
  return (
    <Viewer
      posts={posts}
      post_id={current}
      says={texts.viewer.placeBy(post.kind, place, name)}
      place={place}
      note={note}
      onShow={show}
      onClosed={() => onClosed(current)}
      onLike={() => like.setLike(true)}
      pictureOf={pictureOf}
      renderOwn={(each) => <PostPhoto post={each} eager fills />}
      renderWords={({ isOpen, open }) => (
        <Words
          key={post.id}
          post={post}
          event={event}
          like={like}
          isOpen={isOpen}
          onWrite={isOpen ? undefined : open}
          onDeleted={leave}
        />
      )}
    />
  )
}

interface WordsProps {
  post: Post
  event: Event
  like: ReturnType<typeof useLike>
  isOpen: boolean
  onWrite: (() => void) | undefined
  onDeleted: () => Promise<void>
}

function Words({ post, event, isOpen, ...rest }: WordsProps) {
  const titleId = useId()
  return (
    <PostWords
      post={post}
      event={event}
      titleId={titleId}
      comments={isOpen && <CommentList post={post} event={event} />}
      review={isOpen && <ReviewNotice post={post} event={event} />}
      {...rest}
    />
  )
}

/** The posts of a list that the viewer sees. The one it was opened with is among them from the start, wherever the list has it. */
function useShownPosts(event: Event, ids: readonly number[], opened: number): readonly Post[] {
  const [wasListed, setWasListed] = useState(false)
  const isListed = ids.includes(opened)
  if (isListed && !wasListed) setWasListed(true)
  const all = useMemo(
    () => (wasListed || isListed ? ids : [opened, ...ids]),
    [ids, opened, wasListed, isListed],
  )
  const posts = useTiles(all)
  const waiting = useWaitingChanges()
  const seesAll = useSeesAll(event)
  const { user } = useSession()
  return useMemo(
    () =>
      posts.filter((post) => isStaying(post, waiting) && (seesAll || post.User.id === user?.id)),
    [posts, waiting, seesAll, user],
  )
}

/** A post as it is now; once it has gone, as it was. */
function useLatest(post_id: number): Post | undefined {
  const waiting = useWaitingChanges()
  const { user } = useSession()
  const list = useMemo(() => [post_id], [post_id])
  const [known] = usePosts(list)
  const [last, setLast] = useState(postStore(useQueryClient()).get(post_id))
  if (known && known !== last) setLast(known)
  const post = known ?? last
  return post && withWaiting(post, waiting, user)
}

/** Has the page follow, once a photo is looked at for a while. */
function useFollow(post_id: number, onFollow: (post_id: number) => Promise<void>): void {
  const follow = useEffectEvent(onFollow)
  useEffect(() => {
    const timer = setTimeout(() => void follow(post_id), FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [post_id])
}

/** A few words that go again by themselves. */
function useNote() {
  const [note, setNote] = useState<string>()
  useEffect(() => {
    const timer = note === undefined ? undefined : setTimeout(() => setNote(undefined), NOTE_MS)
    return () => clearTimeout(timer)
  }, [note])
  return [note, setNote] as const
}
