import { getRouteApi } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { DayFilm } from '../features/highlights/day-film.tsx'
import { FilmDownload } from '../features/highlights/film-download.tsx'
import { OnComputer } from '../features/highlights/on-computer.tsx'
import { highlightDate } from '../features/highlights/highlight-queries.ts'
import { HiddenScreen } from '../shell/hidden-screen.tsx'
import { useSeesAll } from '../session/use-sees-all.ts'
import { OrmaLink } from '../shell/not-found-screen.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { useDesktop } from '../ui/layout/use-desktop.ts'
import highlightsStyles from '../features/highlights/highlights.module.css'
import postCardStyles from '../features/post/post-card.module.css'

export { SampleFilmPage } from './sample-film-page.tsx'

const route = getRouteApi('/$event_hash/highlights/$id')

/** `/{event_hash}/highlights/{id}`: for phones only. */
export function HighlightsPage() {
  const { event_hash, id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(event_hash))
  const isDesktop = useDesktop()
  const day = highlightDate(id) || texts.event.highlights
  useDocumentTitle(`${day} · ${event.name}`)
  const seesAll = useSeesAll(event)
  if (!seesAll) return <HiddenScreen event={event} />
  return (
    <div className="night">
      <AppHeader
        over="night"
        actions={isDesktop ? undefined : <FilmDownload event={event} id={id} />}
      />
      <main
        id="main"
        className={
          isDesktop ? `${postCardStyles.page} ${postCardStyles.waiting}` : highlightsStyles.page
        }
      >
        {isDesktop ? (
          <OnComputer>
            <FilmDownload event={event} id={id} isWide />
            <OrmaLink event_hash={event_hash} text={texts.slideshow.backToOrma} />
          </OnComputer>
        ) : (
          <DayFilm key={id} event={event} id={id} day={day} />
        )}
      </main>
    </div>
  )
}
