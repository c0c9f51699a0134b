import { focusContent } from '../ui/focus/focus-content.ts'
import styles from '../features/post/post-card.module.css'

/** The picture of a post on the page of a post. */
export function pictureOf(post_id: number): HTMLElement | null {
  return document.querySelector(`article[data-post="${post_id}"] .${styles.photo}`)
}

/**
 * Moves the focus to a post on its page, from where a key leads to its photo; whoever is somewhere else on the page by now stays
 * there. Not to the photo's button: its ring would be seen by who has closed the viewer with a finger.
 */
export function focusPost(post_id: number): void {
  const { activeElement, body } = document
  const isLost = activeElement === body || activeElement?.getClientRects().length === 0
  if (!isLost && !activeElement?.matches('main')) return
  const post = document.querySelector<HTMLElement>(`article[data-post="${post_id}"]`)
  if (!post) return focusContent()
  post.tabIndex = -1
  post.focus({ preventScroll: true })
}
