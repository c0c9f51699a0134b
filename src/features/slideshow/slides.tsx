import { useEffect, useRef } from 'react'
import type { CSSProperties } from 'react'
import { X } from 'lucide-react'
import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { focusContent, focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useAwake } from '../../ui/layout/use-awake.ts'
import { useIdle } from '../../ui/layout/use-idle.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { MoodButtons } from './mood-buttons.tsx'
import type { Mood } from './moods.ts'
import { PhotoWall } from './photo-wall.tsx'
import type { View } from './program.ts'
import type { Frame } from './show.ts'
import { Slide } from './slide.tsx'
import { UploadCode } from './upload-code.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useSlides } from './use-slides.ts'
import { idsOn } from './wall.ts'
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
  mood: Mood
  onMood: (mood: Mood) => void
  onExit: () => void
}

/** The slideshow over the whole screen, until `onExit`. */
export function Slides({ event, day, posts, isEmpty, mood, onMood, onExit }: SlidesProps) {
  const { frame, postOf, videoOf } = useSlides(posts, mood)
  const isIdle = useIdle(IDLE_MS)
  useAwake()
  useFullScreen(onExit)
  const main = useRef<HTMLElement>(null)
  // What was pressed to start it went, and so does what ends it.
  useEffect(focusContent, [])
  useFocusLost(main, focusContentIfLost)
  const isShown = (frame.wall ? idsOn(frame.wall) : frame.view.ids).some(postOf)
  return (
    <main
      ref={main}
      id="main"
      className={`${styles.root} night`}
      data-idle={isIdle || undefined}
      data-mood={mood}
      style={FADES}
    >
      <header className={styles.head}>
        <div>
          <h1>{event.name}</h1>
          <p>{day}</p>
        </div>
        <div className={styles.controls}>
          <MoodButtons mood={mood} onChange={onMood} />
          <IconButton label={texts.slideshow.exit} onClick={onExit}>
            <X />
          </IconButton>
        </div>
      </header>
      {frame.wall && <PhotoWall wall={frame.wall} postOf={postOf} />}
      {viewsOf(frame, mood).map((view) => (
        <div
          key={keyOf(view)}
          className={styles.view}
          // In the other moods the next one appears over it.
          data-fading={(frame.isFading && mood !== 'one') || undefined}
          aria-hidden={view !== frame.view || undefined}
        >
          {view.ids.flatMap((id) => {
            const post = postOf(id)
            const look = view.isNew ? 'new' : mood === 'one' ? 'moving' : 'whole'
            return post ? [<Slide key={id} post={post} video={videoOf(id)} look={look} />] : []
          })}
        </div>
      ))}
      <p className={styles.caption} role="status">
        {!isShown && (isEmpty ? texts.feed.empty : <SettingUp />)}
      </p>
      <div className={styles.code}>
        <UploadCode event={event} />
      </div>
    </main>
  )
}

/** What lies over each other: on a wall only a photo that has just come; where one appears over another, both. */
function viewsOf({ view, before }: Frame, mood: Mood): View[] {
  if (mood === 'wall') return view.isNew ? [view] : []
  if (mood === 'pairs' || !before || keyOf(before) === keyOf(view)) return [view]
  const others = before.ids.filter((id) => !view.ids.includes(id))
  return others.length === before.ids.length ? [before, view] : [view]
}

function keyOf({ ids, isNew }: View): string {
  return `${isNew ? 'new' : ''} ${ids.join()}`
}

function SettingUp() {
  return (
    <>
      <Spinner size={40} />
      {texts.slideshow.settingUp}
    </>
  )
}
