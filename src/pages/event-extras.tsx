import { useRef } from 'react'
import type { ChangeEvent } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Camera, MonitorPlay } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { useChoosing } from '../features/upload/use-choosing.ts'
import { useAskLimit } from '../features/upload/upload-limit.ts'
import { iconButtonClass } from '../ui/buttons/icon-button.tsx'
import { ShareAction } from './share-action.tsx'
import styles from './photo-capture.module.css'

export { RevealNote } from './reveal-note.tsx'
export { BannerAccent } from '../features/event/find-accent.ts'

/** The header's buttons on an Orma's page: slideshow and, for its owner, sharing and changing it. */
export function EventActions({ event }: { event: Event }) {
  return (
    <>
      <Link
        to="/$event_hash/slideshow"
        params={{ event_hash: event.event_hash }}
        className={iconButtonClass}
        aria-label={texts.event.slideshow}
        title={texts.event.slideshow}
      >
        <MonitorPlay />
      </Link>
      <ShareAction event={event} />
    </>
  )
}

/** Takes a photo with the phone's camera: it becomes a draft and is shown on the upload screen, also without a user. */
export function PhotoCapture({ event_hash }: { event_hash: string }) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  // A shot is a choice of its own: none is refused for the drafts that lie there, as no gallery has it.
  const { choose } = useChoosing(event_hash)
  const askLimit = useAskLimit(event_hash)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    if (files.length === 0) return
    void choose(files)
    void navigate({ to: '/$event_hash/upload', params: { event_hash } })
  }
  return (
    <>
      <button
        type="button"
        className={styles.root}
        aria-label={texts.event.takePhoto}
        title={texts.event.takePhoto}
        onClick={() => input.current?.click()}
      >
        <Camera />
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onClick={askLimit}
        onChange={take}
      />
    </>
  )
}
