import { useEffect, useEffectEvent } from 'react'
import type { Post } from '../../contract/entities.ts'
import { useOpenedPost } from '../features/feed/use-opened-post.ts'
import { lastViewed } from '../session/viewed-post.ts'

/** For who comes back from a photo to a list of them: brings the one that was looked at last into view, with the focus on its link. */
export function useOpenedItem(posts: readonly Post[] | undefined): void {
  const { opened, forget } = useOpenedPost()
  const finish = useEffectEvent(forget)
  useEffect(() => {
    if (opened === undefined) return undefined
    // Known only now that the post's page is gone.
    const link = linkOf(lastViewed() ?? opened) ?? linkOf(opened)
    if (!link) return undefined
    // With the next frame: the router sets a place of its own first.
    const frame = requestAnimationFrame(() => {
      link.focus()
      finish()
    })
    return () => cancelAnimationFrame(frame)
  }, [opened, posts])
}

function linkOf(post_id: number): HTMLElement | null {
  return document.querySelector(`main li[data-post="${post_id}"] a`)
}
