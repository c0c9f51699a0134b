import type { Ref } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { displayDay } from '../../../contract/display-day.ts'
import { duskStyle } from '../../ui/style/dusk-style.ts'

interface EventBannerProps {
  event: Event
  imageRef: Ref<HTMLImageElement>
}

export function EventBanner({ event, imageRef }: EventBannerProps) {
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
      </Banner>
    </div>
  )
}
