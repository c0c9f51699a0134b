import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { OrmaImage } from '../../ui/pictures/orma-image.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { UploadCode } from './slides.tsx'
import styles from './slideshow-intro.module.css'

interface SlideshowIntroProps {
  event: Event
  /** The event's date in words. */
  day: string
  /** How many photos would be shown; undefined: unknown yet. */
  photoCount: number | undefined
  /** How many of them were selected; 0: all are shown. */
  selectedCount: number
  onStart: () => void
  onShowAll: () => void
  /** A link to the selection, styled as a button. */
  selectLink: ReactNode
}

/** Before the start: which photos will be shown, and the code to add more. */
export function SlideshowIntro({
  event,
  day,
  photoCount,
  selectedCount,
  ...rest
}: SlideshowIntroProps) {
  const { onStart, onShowAll, selectLink } = rest
  return (
    <div className={styles.root}>
      <div className={styles.words}>
        {event.event_profile_image_url && (
          <OrmaImage
            className="round"
            src={event.event_profile_image_url}
            sizes="96px"
            width={96}
            height={96}
          />
        )}
        <h1>{event.name}</h1>
        <p className="quiet">{day}</p>
        <p className="quiet" role="status">
          {photoCount === undefined
            ? texts.slideshow.settingUp
            : selectedCount > 0
              ? texts.slideshow.selected(selectedCount)
              : photoCount === 0
                ? texts.feed.empty
                : texts.event.photoCount(photoCount)}
        </p>
        <div className="row">
          <Button kind="filled" disabled={!photoCount} onClick={onStart}>
            {texts.slideshow.start}
          </Button>
          {selectLink}
          {selectedCount > 0 && <ShowAllButton onClick={onShowAll} />}
        </div>
      </div>
      <UploadCode event={event} />
    </div>
  )
}

function ShowAllButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // It goes with the selection.
  useFocusLost(button, focusContentIfLost)
  return (
    <Button ref={button} kind="plain" onClick={onClick}>
      {texts.slideshow.showAll}
    </Button>
  )
}
