import type { CSSProperties, Ref } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { Banner } from '../../ui/banner.tsx'
import { displayDay } from '../../../contract/display-day.ts'
import { duskColors } from '../../../contract/dusk.ts'

export interface EventBannerProps {
  event: Event
  imageRef: Ref<HTMLImageElement>
}

/** The head of an Orma's page. */
export function EventBanner({ event, imageRef }: EventBannerProps) {
  const day = event.event_date.slice(0, 'YYYY-MM-DD'.length)
  const { sky, blend, glow } = duskColors(event.event_hash)
  const colors = { '--sky': sky, '--blend': blend, '--glow': glow } as CSSProperties
  return (
    <div style={colors}>
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
