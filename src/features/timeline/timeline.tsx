import { Link } from '@tanstack/react-router'
import { texts } from '../../../contract/texts.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { HourStrip } from './hour-strip.tsx'
import type { Slot } from './hour-strip.tsx'
import { hourText } from './timeline-queries.ts'
import styles from './timeline.module.css'

interface TimelineProps {
  event_hash: string
  slots: readonly Slot[]
  hasVideos: boolean
}

/** An Orma hour by hour, the earliest first, with the first photos of each. */
export function Timeline({ event_hash, slots, hasVideos }: TimelineProps) {
  return (
    <div className={styles.root}>
      <div className={styles.all}>
        <Link
          to="/$event_hash/memories/viewall"
          params={{ event_hash }}
          className={buttonClass('plain')}
        >
          {texts.timeline.viewAll}
        </Link>
      </div>
      {slots.map((slot, index) => {
        const { day, hour } = hourText(slot.timeslot)
        const before = slots[index - 1]
        const isNewDay = before?.timeslot.slice(0, 10) !== slot.timeslot.slice(0, 10)
        return (
          <section key={slot.timeslot} aria-label={`${day}, ${hour}`}>
            {isNewDay && <h2>{day}</h2>}
            <HourStrip event_hash={event_hash} slot={slot} hasVideos={hasVideos} />
          </section>
        )
      })}
    </div>
  )
}
