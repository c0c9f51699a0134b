import type { RefObject } from 'react'
import { Link } from '@tanstack/react-router'
import { MonitorPlay } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { useBannerAccent } from '../features/event/use-banner-accent.ts'
import { iconButtonClass } from '../ui/buttons/icon-button.tsx'
import { ShareAction } from './share-action.tsx'

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

/** Colours the page with the banner's accent. */
export function BannerAccent({
  event_hash,
  of,
}: {
  event_hash: string
  of: RefObject<HTMLImageElement | null>
}) {
  useBannerAccent(event_hash, of)
  return null
}

export { PhotoCapture } from './photo-capture.tsx'
