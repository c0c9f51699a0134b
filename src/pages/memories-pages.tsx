import { getRouteApi, Link } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { hourText, timeslotQuery, timeslotsQuery } from '../features/timeline/timeline-queries.ts'
import { Card, CardRow } from '../ui/layout/card.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { HiddenScreen } from '../shell/hidden-screen.tsx'
import { useSeesAll } from '../session/use-sees-all.ts'
import { ListState } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { PostGrid } from './post-grid.tsx'
import styles from '../features/timeline/timeline.module.css'

const viewAllRoute = getRouteApi('/$event_hash/memories/viewall')
const timeslotRoute = getRouteApi('/$event_hash/timeslot/$timeslot')

/** `/{event_hash}/memories/viewall`. */
export function ViewAllPage() {
  const { event_hash } = viewAllRoute.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const slots = useQuery(timeslotsQuery(event_hash))
  useDocumentTitle(texts.timeline.memories)
  const seesAll = useSeesAll(event)
  if (event && !seesAll) return <HiddenScreen event={event} />
  return (
    <>
      <AppHeader title={event?.name} />
      <main id="main" className="page page-wide">
        <h1>{texts.timeline.memories}</h1>
        <OfflineAge query={slots} />
        {slots.data?.length ? (
          <CardRow label={texts.timeline.memories} wrap>
            {slots.data.map(({ timeslot, count, cover }, index) => {
              const { day, hour } = hourText(timeslot)
              return (
                <li key={timeslot}>
                  <Card
                    title={hour}
                    src={cover}
                    eager={index < 8}
                    link={(slot) => (
                      <Link
                        to="/$event_hash/timeslot/$timeslot"
                        params={{ event_hash, timeslot }}
                        {...slot}
                      />
                    )}
                  >
                    <span>{day}</span>
                    <span>{texts.event.photoCount(count, event?.allowVideos)}</span>
                  </Card>
                </li>
              )
            })}
          </CardRow>
        ) : (
          <ListState query={slots} empty={texts.feed.empty} failed={texts.feed.failed} />
        )}
      </main>
    </>
  )
}

/** `/{event_hash}/timeslot/{timeslot}`. */
export function TimeslotPage() {
  const { event_hash, timeslot } = timeslotRoute.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const { day, hour } = hourText(timeslot)
  useDocumentTitle(`${hour}, ${day}`)
  const seesAll = useSeesAll(event)
  if (event && !seesAll) return <HiddenScreen event={event} />
  return (
    <>
      <AppHeader title={event?.name} />
      <main id="main">
        <div className={styles.head}>
          <h1>{hour}</h1>
          <p className="quiet">{day}</p>
        </div>
        <HourGrid key={timeslot} event_hash={event_hash} timeslot={timeslot} />
      </main>
    </>
  )
}

function HourGrid({ event_hash, timeslot }: { event_hash: string; timeslot: string }) {
  const feed = useInfiniteQuery(timeslotQuery(event_hash, timeslot))
  return (
    <PostGrid feed={feed} posts={useTiles(feed.data)} list={{ kind: 'hour', timeslot }}>
      <ListState query={feed} empty={texts.feed.empty} failed={texts.feed.failed} />
    </PostGrid>
  )
}
