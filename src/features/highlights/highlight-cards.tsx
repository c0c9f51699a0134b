import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Card, CardRow } from '../../ui/layout/card.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { HighlightFailure } from './highlight-failure.tsx'
import { highlightDate, highlightsQuery } from './highlight-queries.ts'
import styles from './highlights.module.css'

/** The highlights tab of the event page: a card for each day. */
export function HighlightCards({ event }: { event: Event }) {
  const { event_hash } = event
  const highlights = useQuery(highlightsQuery(event))
  const { data: days, isError } = highlights
  const noContact = useNoContact()
  return (
    <div className={styles.tab}>
      {!days && isError && <HighlightFailure query={highlights} />}
      {!days && !isError && (
        <Coming words={noContact && texts.offline[noContact]}>
          <Spinner label={texts.common.loading} size={32} />
        </Coming>
      )}
      {days?.length === 0 && <Message drawing="film">{texts.highlights.none}</Message>}
      {days && days.length > 0 && (
        <CardRow label={texts.event.highlights}>
          {days.map(({ date, id, bannerImage, count }) => (
            <li key={date}>
              <Card
                title={highlightDate(date)}
                src={bannerImage}
                eager
                link={(slot) => (
                  <Link to="/$event_hash/highlights/$id" params={{ event_hash, id }} {...slot} />
                )}
              >
                <span>{texts.event.photoCount(count, event.allowVideos)}</span>
              </Card>
            </li>
          ))}
        </CardRow>
      )}
    </div>
  )
}
