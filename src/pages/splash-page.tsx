import { getRouteApi, Link } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { dayjs } from '../../contract/dayjs.ts'
import { displayDay } from '../../contract/display-day.ts'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { duskStyle } from '../ui/style/dusk-style.ts'
import { fitWords } from '../ui/style/fit-words.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { OrmaImage } from '../ui/pictures/orma-image.tsx'
import styles from './splash-page.module.css'

const route = getRouteApi('/$event_hash/splash-screen')

/** `/{event_hash}/splash-screen`: the first page of an Orma whose guests can also look for their seat. */
export function SplashPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(event_hash))
  useDocumentTitle(event.name)
  const day = event.event_date.slice(0, 'YYYY-MM-DD'.length)
  return (
    <div className={styles.root} style={duskStyle(event_hash)}>
      <main>
        {event.event_profile_image_url && (
          <OrmaImage src={event.event_profile_image_url} sizes="208px" width={208} height={208} />
        )}
        <h1 style={fitWords(event.name)}>{event.name}</h1>
        <time dateTime={day}>{displayDay(day)}</time>
        <p>{texts.splash.invitation}</p>
        <Link to="/$event_hash" params={{ event_hash }} className={buttonClass('filled')}>
          {texts.splash.tryNow}
        </Link>
        {event.seating_url && (
          <a href={event.seating_url} rel="noreferrer" className={buttonClass()}>
            {texts.splash.findSeat}
          </a>
        )}
      </main>
      <footer>{texts.splash.footer(dayjs().year())}</footer>
    </div>
  )
}
