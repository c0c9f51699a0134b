import { useLayoutEffect, useRef } from 'react'
import { playIn } from './slide-videos.ts'
import styles from './slide.module.css'

/** Plays a loaded video over its poster, from its beginning; where the browser does not let it, the poster stays. */
export function SlideVideo({ video }: { video: HTMLVideoElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => playIn(place.current, video), [video])
  return <div ref={place} className={styles.video} aria-hidden />
}
