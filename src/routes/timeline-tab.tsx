import { Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { Timeline } from '../features/timeline/timeline.tsx'
import { buttonClass } from '../ui/button.tsx'

/** The event page's tab of that hash: the Orma hour by hour. */
export function TimelineTab({ event_hash }: { event_hash: string }) {
  const allLink = (
    <Link
      to="/$event_hash/memories/viewall"
      params={{ event_hash }}
      className={buttonClass('plain')}
    >
      {texts.timeline.viewAll}
    </Link>
  )
  return <Timeline event_hash={event_hash} allLink={allLink} />
}
