import { Link } from '@tanstack/react-router'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { OrmaImage } from '../../ui/pictures/orma-image.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Choice } from '../../ui/buttons/choice.tsx'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { MOODS } from './moods.ts'
import type { Mood } from './moods.ts'
import { UploadCode } from './upload-code.tsx'
import styles from './slideshow-intro.module.css'

interface SlideshowIntroProps {
  event: Event
  day: string
  /** How many photos would be shown; undefined: unknown yet. */
  photoCount: number | undefined
  /** How many of them were selected; 0: all are shown. */
  selectedCount: number
  mood: Mood
  onMood: (mood: Mood) => void
  onStart: () => void
  onShowAll: () => void
}

/** Before the start: which photos will be shown, and the code to add more. */
export function SlideshowIntro({
  event,
  day,
  photoCount,
  selectedCount,
  mood,
  ...presses
}: SlideshowIntroProps) {
  const { onMood, onStart, onShowAll } = presses
  const address = `${location.origin}/${event.event_hash}/slideshow?start&mood=${mood}`
  const showAll = () => {
    onShowAll()
    // The button goes with the selection.
    focusContentIfLost()
  }
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
              ? texts.slideshow.selected(selectedCount, event.allowVideos)
              : photoCount === 0
                ? texts.feed.empty
                : texts.event.photoCount(photoCount, event.allowVideos)}
        </p>
        <div className="row">
          <Button kind="filled" disabled={!photoCount} onClick={onStart}>
            {texts.slideshow.start}
          </Button>
          <Link
            to="/$event_hash/slideshow/select_img_slideshow"
            params={{ event_hash: event.event_hash }}
            className={buttonClass()}
          >
            {texts.slideshow.selectImages}
          </Link>
          {selectedCount > 0 && (
            <Button kind="plain" onClick={showAll}>
              {texts.withVideos(event.allowVideos, texts.slideshow.showAll)}
            </Button>
          )}
        </div>
        <div className={styles.mood}>
          <Choice
            label={texts.slideshow.mood}
            options={MOODS.map((value) => ({ value, text: texts.slideshow.moods[value] }))}
            value={mood}
            onChange={onMood}
            isField
          />
        </div>
        <p className={`quiet small ${styles.address}`}>
          {texts.slideshow.byItself} <a href={address}>{address}</a>
        </p>
      </div>
      <UploadCode event={event} />
    </div>
  )
}
