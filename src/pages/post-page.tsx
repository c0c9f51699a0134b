import { useCallback, useEffect, useEffectEvent } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Event, Post } from '../../contract/entities.ts'
import { isEventHash } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { CommentList } from '../features/comments/comment-list.tsx'
import { commentDraft } from '../features/comments/use-open-rows.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { useGoBack } from '../features/header/use-go-back.ts'
import { PostFeed } from '../features/post/post-feed.tsx'
import { readPostId } from '../features/post/post-query.ts'
import { stepToPost } from '../features/post/step-to-post.ts'
import { HiddenNote } from '../features/reveal/hidden-note.tsx'
import { ReviewNotice } from '../features/review/review-notice.tsx'
import { takeTexts } from '../session/drafts.ts'
import { useSeesAll } from '../session/use-sees-all.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'
import { HomeLink, OrmaLink } from '../shell/not-found-screen.tsx'
import { renderInstead } from '../shell/offline-instead.tsx'
import { showAlert } from '../ui/dialogs/alerts.tsx'
import { showToast } from '../ui/notices/toast.tsx'
import { useOwnLocation } from './own-location.ts'
import { useShrinkOnBack } from './shrink-on-back.ts'
import { useShowList } from './use-list-opened-from.ts'
import { usePostViewer } from './use-post-viewer.tsx'
import { usePostsBeside } from './use-posts-beside.ts'
import styles from '../features/post/post-card.module.css'

// In the same file as the parts that it shows: a file of its own would have them all in a third one.
export { SamplePostPage } from './sample-post-page.tsx'

/** `/{event_hash}/post/{id}`, also with the id missing. */
export function PostPage() {
  const { event_hash = '', id = '' } = useParams({ strict: false })
  const post_id = readPostId(event_hash, id)
  const { data: event } = useQuery({ ...eventQuery(event_hash), enabled: post_id !== undefined })
  const navigate = useNavigate()
  const { list } = useOwnLocation().state
  const beside = usePostsBeside(event_hash, post_id, list)
  useDocumentTitle(event?.name)
  useViewerKeys(useGoBack())
  useShrinkOnBack()
  const showList = useShowList(event_hash, list)
  const viewer = usePostViewer({ event, list, onEmpty: showList })
  const followRemoved = (next: Post | undefined) => {
    // It says so itself, and leads on.
    if (viewer.isOpen) return
    // Not said to a viewer who has scrolled on to other posts.
    if (!next || window.scrollY < window.innerHeight) showToast({ text: texts.upload.gone })
    if (!next) return void showList()
    const to = '/$event_hash/post/$id'
    const params = { event_hash, id: String(next.id) }
    void navigate({ to, params, replace: true, state: true, resetScroll: false })
  }
  const leaveDeleted = useCallback(
    ({ kind }: Post) => {
      showToast({ text: kind === 'video' ? texts.viewer.deletedVideo : texts.viewer.deleted })
      return showList()
    },
    [showList],
  )
  const giveBack = (gone: number) => {
    const ofPost = takeTexts(commentDraft({ event_hash, id: gone }))
    for (const words of ofPost.map(visibleText)) {
      if (words) showAlert(texts.post.commentLost(words))
    }
  }
  const afterLogin = isEventHash(event_hash) ? <OrmaLink event_hash={event_hash} /> : <HomeLink />
  const seesAll = useSeesAll(event)
  const renderReview = useCallback(
    (post: Post) => <ReviewNotice post={post} event={event} />,
    [event],
  )
  const renderComments = useCallback(
    (post: Post) => <CommentList post={post} event={event} />,
    [event],
  )
  return (
    <div className="night">
      <AppHeader over="night" title={event?.name} />
      <main id="main" className={styles.page}>
        {post_id === undefined ? (
          <Message error title drawing="torn" action={afterLogin}>
            {texts.post.invalidUrl}
          </Message>
        ) : (
          <PostFeed
            event_hash={event_hash}
            post_id={post_id}
            event={event}
            renderReview={renderReview}
            renderComments={renderComments}
            {...beside}
            onDeleted={leaveDeleted}
            onOpen={viewer.open}
            onRemoved={followRemoved}
            onGone={giveBack}
            renderInstead={renderInstead}
            afterLogin={afterLogin}
            hidden={seesAll || !event ? undefined : <HiddenPost event={event} />}
          />
        )}
      </main>
      {viewer.element}
    </div>
  )
}

/** Shown in place of another's post while the viewer sees their own alone. */
function HiddenPost({ event }: { event: Event }) {
  return (
    <div className={styles.waiting}>
      <HiddenNote event={event} place="page" />
      <OrmaLink event_hash={event.event_hash} text={texts.slideshow.backToOrma} />
    </div>
  )
}

/** Arrow keys go from photo to photo, Escape goes back; not while a field has the focus, a dialog is open, or a video fills the screen. */
function useViewerKeys(goBack: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    // The browser itself leaves full screen.
    if (document.fullscreenElement || isWriting(event.target)) return
    if (document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') goBack()
    // Its own keys.
    else if (event.target instanceof HTMLVideoElement) return
    else if (event.key === 'ArrowRight') stepToPost(1)
    else if (event.key === 'ArrowLeft') stepToPost(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea')
}
