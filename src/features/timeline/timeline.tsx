import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { HourStrip } from './hour-strip.tsx'
import type { Slot } from './hour-strip.tsx'
import { hourText } from './hour-text.ts'
import { TimelineState } from './timeline-state.tsx'
import styles from './timeline.module.css'

interface TimelineProps {
  event_hash: string
  slots: UseQueryResult<readonly Slot[]>
  allLink: ReactNode
  renderInstead: (error: Error) => ReactNode
}

/** An Orma hour by hour, the earliest first, with the first photos of each. */
export function Timeline({ event_hash, slots, allLink, renderInstead }: TimelineProps) {
  if (!slots.data || slots.data.length === 0)
    return <TimelineState query={slots} renderInstead={renderInstead} />
  return (
    <div className={styles.root}>
      <div className={styles.all}>{allLink}</div>
      {slots.data.map((slot, index) => {
        const { day, hour } = hourText(slot.timeslot)
        const before = slots.data[index - 1]
        const isNewDay = before?.timeslot.slice(0, 10) !== slot.timeslot.slice(0, 10)
        return (
          <section key={slot.timeslot} aria-label={`${day}, ${hour}`}>
            {isNewDay && <h2>{day}</h2>}
            <HourStrip event_hash={event_hash} slot={slot} />
          </section>
        )
      })}
    </div>
  )
}
