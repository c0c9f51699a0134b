import { Suspense, useEffect, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { Heart, X } from 'lucide-react'
import { blurAddress } from '../../../contract/blur.ts'
import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { useGuestsCanUpload } from '../../session/use-can-upload.ts'
import { postName } from '../../photos/post-name.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { focusContent, focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { leaveFullScreen } from '../../ui/layout/full-screen.ts'
import { useAwake } from '../../ui/layout/use-awake.ts'
import { useIdle } from '../../ui/layout/use-idle.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { SlideVideo } from './slide-video.tsx'
import { useSlides } from './use-slides.ts'
import styles from './slides.module.css'

/** The pointer and the buttons are hidden then. */
const IDLE_MS = 3_000
const FADES = {
  '--fade-in': `${SLIDESHOW.fadeInMs}ms`,
  '--fade-out': `${SLIDESHOW.fadeOutMs}ms`,
} as CSSProperties

interface SlidesProps {
  event: Event
  /** The event's date in words. */
  day: string
  posts: readonly Post[]
  /** There are no photos: known, and not only to be loaded. */
  isEmpty: boolean
  onExit: () => void
}

/** The slideshow: two photos at a time over the whole screen, until `onExit`. */
export function Slides({ event, day, posts, isEmpty, onExit }: SlidesProps) {
  const { shown, isFading, videoOf } = useSlides(posts)
  const isIdle = useIdle(IDLE_MS)
  useAwake()
  useExit(onExit)
  const main = useRef<HTMLElement>(null)
  // What was pressed to start it went, and so does what ends it.
  useEffect(focusContent, [])
  useFocusLost(main, focusContentIfLost)
  return (
    <main ref={main} id="main" className={`${styles.root} night`} data-idle={isIdle || undefined}>
      <header className={styles.head}>
        <div>
          <h1>{event.name}</h1>
          <p>{day}</p>
        </div>
        <IconButton label={texts.slideshow.exit} onClick={onExit}>
          <X />
        </IconButton>
      </header>
      <div
        className={styles.view}
        data-fading={isFading || undefined}
        style={FADES}
        key={shown.map(({ id }) => id).join()}
      >
        {shown.map((post) => (
          <Slide key={post.id} post={post} video={videoOf(post.id)} />
        ))}
      </div>
      <p className={styles.caption} role="status">
        {shown.length === 0 && (isEmpty ? texts.feed.empty : <SettingUp />)}
      </p>
      <UploadCode event={event} />
    </main>
  )
}

function SettingUp() {
  return (
    <>
      <Spinner size={40} />
      {texts.slideshow.settingUp}
    </>
  )
}

interface SlideProps {
  post: Post
  /** Undefined for a photo, and where a video cannot be played now. */
  video: HTMLVideoElement | undefined
}

function Slide({ post, video }: SlideProps) {
  const [blur] = useState(() => blurAddress(post.thumbhash))
  const name = post.User.name ?? texts.common.anonymous
  return (
    <figure className={styles.slide} style={{ backgroundImage: blur && `url(${blur})` }}>
      <img src={post.image_url ?? undefined} alt={postName(post)} decoding="sync" />
      {video && <SlideVideo video={video} />}
      <figcaption>
        <span className="one-line" dir="auto">
          {name}
        </span>
        <span className={styles.likes} aria-label={texts.post.likes(post.likeCount)}>
          <Heart aria-hidden fill="currentColor" />
          {post.likeCount}
        </span>
      </figcaption>
    </figure>
  )
}

/** The code by which everybody in the room can add photos; nothing until it can be drawn, and while they cannot add any. */
export function UploadCode({ event }: { event: Event }) {
  const isOpen = useGuestsCanUpload(event)
  const link = `${location.origin}/${event.event_hash}/upload`
  if (!isOpen || event.paused) return null
  return (
    <Suspense>
      <div className={styles.code}>
        <QrCode data={link} size={SLIDESHOW.qrPx} label={texts.slideshow.scanToAdd} />
        <p>{texts.slideshow.scanToAdd}</p>
      </div>
    </Suspense>
  )
}

/** Leaving full screen, by whichever key the browser has, leaves the slideshow, and the other way round. */
function useExit(onExit: () => void): void {
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) onExit()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onExit()
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
      void leaveFullScreen()
    }
  }, [onExit])
}
