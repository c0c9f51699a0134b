import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ArrowUp } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { whenNear } from '../../ui/layout/when-near.ts'
import { stepToPost } from './step-to-post.ts'
import styles from './newer-posts.module.css'

/** So many come above the first post at a time. */
const AT_ONCE = 6

/** The posts that stand before a page's own in the feed. */
export interface NewerPosts {
  /** Those that are known, in the feed's order. */
  ids: readonly number[]
  /** There may be others before these. */
  hasMore: boolean
  loadMore: () => void
}

/** How many of the newer posts are shown above the first one. What is in view stays where it is when they come. */
export function useNewerPosts(post_id: number, { ids, hasMore, loadMore }: NewerPosts) {
  const [{ of, count }, setShown] = useState({ of: post_id, count: 0 })
  if (of !== post_id) setShown({ of: post_id, count: 0 })
  const held = useRef<{ post: Element; top: number }>(undefined)
  const isAsked = count > ids.length
  useEffect(() => {
    if (isAsked && hasMore) loadMore()
  }, [isAsked, hasMore, loadMore])
  const shown = Math.min(count, ids.length)
  useLayoutEffect(() => {
    if (!held.current || shown === 0) return
    const { post, top } = held.current
    held.current = undefined
    const by = post.getBoundingClientRect().top - top
    if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
  }, [shown])
  const show = () => {
    const post = document.querySelector('article[data-post]')
    if (post) held.current = { post, top: post.getBoundingClientRect().top }
    startTransition(() => setShown({ of: post_id, count: shown + AT_ONCE }))
  }
  return { ids: ids.slice(ids.length - shown), hasNewer: hasMore || ids.length > shown, show }
}

interface NewerButtonProps {
  /** So many are shown already. Once there are some, the others come when their place comes near. */
  shown: number
  onShow: () => void
}

/** A line above the posts, found by who scrolls up: when it comes, what is in view stays where it is. */
export function NewerButton({ shown, onShow }: NewerButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const showMore = useEffectEvent(onShow)
  useLayoutEffect(() => {
    const line = button.current?.getBoundingClientRect()
    const post = document.querySelector('article[data-post]')?.getBoundingClientRect()
    // Below its top a page is held by the browser itself, but for Safari.
    const isHeld = window.scrollY > 0 && CSS.supports('overflow-anchor', 'auto')
    if (line && post && !isHeld) window.scrollBy({ top: post.top - line.top, behavior: 'instant' })
  }, [])
  // Looked at anew once more of them are there, not each time the page is drawn: while they are on their way that is in each frame.
  useEffect(() => (shown > 0 ? whenNear(button.current, () => showMore()) : undefined), [shown])
  const press = () => {
    onShow()
    // Once they are there, to the nearest of them.
    const main = button.current?.closest('main')
    if (main) whenPostsCome(main, () => stepToPost(-1))
  }
  return (
    <button ref={button} type="button" className={styles.newer} data-newer onClick={press}>
      <ArrowUp size={18} aria-hidden />
      {texts.viewer.newer}
    </button>
  )
}

function whenPostsCome(main: Element, go: () => void): void {
  const observer = new MutationObserver(() => {
    observer.disconnect()
    requestAnimationFrame(go)
  })
  observer.observe(main, { childList: true })
}
