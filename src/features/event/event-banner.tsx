import { useLayoutEffect } from 'react'
import type { Ref } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { displayDay } from '../../../contract/display-day.ts'
import { duskStyle } from '../../ui/style/dusk-style.ts'
import { clearAccent, readAccent, showAccent } from './banner-accent.ts'

interface EventBannerProps {
  event: Event
  imageRef: Ref<HTMLImageElement>
}

export function EventBanner({ event, imageRef }: EventBannerProps) {
  useCachedAccent(event)
  const day = event.event_date.slice(0, 'YYYY-MM-DD'.length)
  return (
    <div style={duskStyle(event.event_hash)}>
      <Banner
        src={event.event_banner_url ?? undefined}
        name={event.name}
        picture={event.event_profile_image_url ?? undefined}
        imageRef={imageRef}
      >
        <time dateTime={day}>{displayDay(day)}</time>
        <Counts event={event} />
      </Banner>
    </div>
  )
}

/** '87 guests, 412 photos', where the Orma's organisers let everybody know. */
function Counts({ event: { guestCount, postCount, allowVideos } }: { event: Event }) {
  if (guestCount === null) return null
  const { guestCount: guests, photoCount: photos } = texts.event
  const words = [
    guestCount > 0 && guests(guestCount),
    postCount > 0 && photos(postCount, allowVideos),
  ]
  return <p>{words.filter(Boolean).join(', ')}</p>
}

/** Gives the page, while it is mounted, the accent that this device has found of an Orma's banner: from its first picture on. */
function useCachedAccent({ event_hash, event_banner_url: banner }: Event): void {
  useLayoutEffect(() => {
    const known = readAccent(deviceStorage, event_hash, banner)
    if (known) showAccent(known)
    return clearAccent
  }, [event_hash, banner])
}
