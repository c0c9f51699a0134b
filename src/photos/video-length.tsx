import { useCallback } from 'react'
import type { Post } from '../../contract/entities.ts'
import { whenIdle } from '../ui/layout/when-idle.ts'
import { lengthOf } from './post-name.ts'
import styles from './thumb.module.css'

/**
 * In a corner of a video's poster: its length. Pointed at, or looked at for long, the video plays over its poster, without sound.
 * Nothing for a photo.
 */
export function VideoLength({ post }: { post: Post }) {
  const { status, video_url } = post
  const length = lengthOf(post)
  const src = status === 'COMPLETED' ? video_url : undefined
  const mark = useCallback((place: HTMLElement) => (src ? playOver(place, src) : undefined), [src])
  return (
    length !== undefined && (
      <span ref={mark} className={styles.length} aria-hidden>
        {length}
      </span>
    )
  )
}

/** The script that plays comes with the first video, once the page has time. */
function playOver(mark: HTMLElement, src: string): () => void {
  let stop: (() => void) | undefined
  let isGone = false
  const watch = async () => {
    const { watchTile } = await import('./silent-player.ts')
    if (!isGone) stop = watchTile(mark, src)
  }
  // Without it the poster stays a poster.
  const callOff = whenIdle(() => void watch().catch(() => undefined))
  return () => {
    isGone = true
    callOff()
    stop?.()
  }
}
