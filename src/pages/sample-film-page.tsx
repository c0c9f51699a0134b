import { getRouteApi, Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { LoadedFilm } from '../features/highlights/day-film.tsx'
import { highlightDate } from '../features/highlights/highlight-queries.ts'
import { OnComputer } from '../features/highlights/on-computer.tsx'
import type { SampleOrma } from '../features/sample/sample-orma.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { useDesktop } from '../ui/layout/use-desktop.ts'
import highlightsStyles from '../features/highlights/highlights.module.css'
import postCardStyles from '../features/post/post-card.module.css'

const route = getRouteApi('/sample/highlights/$id')

/** `/sample/highlights/{day}`: the sample's film; as those of Ormas for phones only. */
export function SampleFilmPage() {
  const { event, film, day }: SampleOrma = route.useLoaderData()
  const isDesktop = useDesktop()
  const { name } = event
  useDocumentTitle(name)
  return (
    <div className="night">
      <AppHeader over="night" />
      <main
        id="main"
        className={
          isDesktop ? `${postCardStyles.page} ${postCardStyles.waiting}` : highlightsStyles.page
        }
      >
        {isDesktop ? (
          <OnComputer>
            <Link to="/sample" className={buttonClass('filled')}>
              {texts.slideshow.backToOrma}
            </Link>
          </OnComputer>
        ) : (
          <LoadedFilm name={name} id={day} day={highlightDate(day)} config={film} />
        )}
      </main>
    </div>
  )
}
