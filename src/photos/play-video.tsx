import { useEffect, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { Play } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import styles from './play-video.module.css'

/** A video of which less is in view has been scrolled past. */
const WATCHED = 0.5

interface PlayVideoProps {
  src: string
  /** What a screen reader calls the video. */
  name: string
  /** Seen until the first frame is there: some browsers paint over what lies behind a video. */
  poster?: string | null | undefined
  /** It begins without sound. */
  muted?: boolean
  /** It could not be played. */
  onFailed?: () => void
  /** Lies over the video while that is there. */
  children?: ReactNode
}

/**
 * Over a poster, whose box is to be positioned: a button that plays the video in its place, with the browser's own controls. Out of
 * view it pauses, and so does any other video of the page when this one plays.
 */
export function PlayVideo({ src, name, poster, muted = false, ...props }: PlayVideoProps) {
  const { onFailed, children } = props
  /** The address that is played: a new one, of the same video, does not begin it anew. */
  const [played, setPlayed] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => (played ? watch(video.current) : undefined), [played])

  const play = () => {
    // At once: some browsers allow sound only while they handle the press.
    flushSync(() => {
      setFailed(undefined)
      setPlayed(src)
    })
    video.current?.focus({ preventScroll: true })
    // Where that fails, `onError` tells; refused, the controls are there.
    video.current?.play().catch(() => undefined)
  }
  const fail = () => {
    const hadFocus = document.activeElement === video.current
    flushSync(() => {
      setFailed(played)
      setPlayed(undefined)
    })
    if (hadFocus) button.current?.focus({ preventScroll: true })
    onFailed?.()
  }
  if (played)
    return (
      <>
        <video
          ref={video}
          className={styles.video}
          src={played}
          poster={poster ?? undefined}
          aria-label={name}
          controls
          playsInline
          muted={muted}
          preload="auto"
          onPlay={pauseOthers}
          onPlaying={markPlaying}
          onError={fail}
          onClick={(event) => event.stopPropagation()}
        />
        {children && <div className={styles.over}>{children}</div>}
      </>
    )
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.play}
        aria-label={texts.video.play}
        onClick={play}
      >
        <Play size={32} fill="currentColor" aria-hidden />
      </button>
      <p className={styles.failed} role="status">
        {failed === src && texts.video.cannotPlay}
      </p>
    </>
  )
}

/** Returns the function that ends it. */
function watch(video: HTMLVideoElement | null): () => void {
  const stopWatching = pauseOutOfView(video)
  return () => {
    stopWatching?.()
    // One that is not there any more may go on loading.
    video?.removeAttribute('src')
    video?.load()
  }
}

/** Returns the function that ends it. */
function pauseOutOfView(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!video) return undefined
  let wasWatched = false
  const observer = new IntersectionObserver(
    ([{ intersectionRatio } = { intersectionRatio: 1 }]) => {
      const isWatched = intersectionRatio >= WATCHED
      if (wasWatched && !isWatched && document.pictureInPictureElement !== video) video.pause()
      wasWatched = isWatched
    },
    { threshold: WATCHED },
  )
  observer.observe(video)
  return () => observer.disconnect()
}

/** From now on nothing of what lies behind it need be seen. */
function markPlaying({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void {
  currentTarget.dataset['shown'] = ''
}

function pauseOthers({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void {
  for (const video of document.querySelectorAll('video')) {
    if (video !== currentTarget) video.pause()
  }
}
