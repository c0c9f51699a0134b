import { Suspense, useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Event, Post } from '../../contract/entities.ts'
import type { PostListName } from '../posts/list-name.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { nextFrame } from '../ui/layout/use-open-after-frame.ts'
import { whenIdle } from '../ui/layout/when-idle.ts'
import { filesAtHand } from '../worker/worker-link.ts'
import { focusPost } from './post-picture.ts'

/** Loaded once the page has time, so that a tap finds it there. */
const PostViewer = latePiece(async () => (await import('./post-viewer.tsx')).PostViewer)

interface ViewedPage {
  event: Event | undefined
  /** The list that the page's post was opened from; undefined: the feed. */
  list: PostListName | undefined
  /** Leads where there is something to see. */
  onEmpty: () => Promise<void>
}

/** The viewer over a post's page, which follows it: once it is closed the page stands at the post that was in view. */
export function usePostViewer({ event, list, onEmpty }: ViewedPage) {
  const router = useRouter()
  const [opened, setOpened] = useState<number>()
  const [isThere, ask] = useOnDemand(PostViewer)
  useEffect(
    () =>
      whenIdle(
        () =>
          void filesAtHand()
            .then(PostViewer.preload)
            .catch(() => undefined),
      ),
    [],
  )
  const open = useCallback(
    async (post: Post) => {
      if (await ask()) setOpened(post.id)
    },
    [ask],
  )
  const follow = async (post_id: number) => {
    const { pathname } = router.latestLocation
    const to = `/${event?.event_hash}/post/${post_id}`
    // Whoever has left for another page stays there.
    if (!event || pathname === to || !/\/post\/\d+$/.test(pathname)) return
    await router.navigate({ to, replace: true, state: true })
  }
  const close = (post_id: number) => {
    setOpened(undefined)
    // By then the dialog has given back the focus, and the page has been drawn.
    void follow(post_id)
      .then(nextFrame)
      .then(() => focusPost(post_id))
  }
  const isOpen = isThere && opened !== undefined && event !== undefined
  const element: ReactNode = isOpen && (
    <Suspense>
      <PostViewer
        event={event}
        post_id={opened}
        list={list}
        onFollow={follow}
        onEmpty={onEmpty}
        onClosed={close}
      />
    </Suspense>
  )
  return { isOpen, open, element }
}
