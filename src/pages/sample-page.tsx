import { getRouteApi, Link } from '@tanstack/react-router'
import { Clapperboard, Sparkles } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { EventBanner } from '../features/event/event-banner.tsx'
import { FeedGrid } from '../features/feed/feed-grid.tsx'
import { useGridView } from '../features/feed/use-grid-view.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { CreateLink } from '../features/home/orma-row.tsx'
import type { SampleOrma } from '../features/sample/sample-orma.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import feedStyles from '../features/feed/feed-grid.module.css'
import styles from '../features/sample/sample.module.css'

const route = getRouteApi('/sample')

/** `/sample`: an Orma of packaged photos, to look around in before one has any. */
export function SamplePage() {
  const { event, posts, day }: SampleOrma = route.useLoaderData()
  const view = useGridView(posts)
  useDocumentTitle(event.name)
  return (
    <>
      <AppHeader over="banner" title={event.name} />
      <main id="main">
        <EventBanner event={event} imageRef={null} />
        <QuietBar icon={<Sparkles size={18} aria-hidden />}>{texts.sample.note}</QuietBar>
        <Link to="/sample/highlights/$id" params={{ id: day }} className={styles.film}>
          <Clapperboard aria-hidden />
          {texts.sample.film}
        </Link>
        <div className={`${feedStyles.root} ${styles.photos}`}>
          <FeedGrid posts={posts} view={view} hasMore={false} />
        </div>
        <div className={styles.end}>
          <p className="display">{texts.sample.end}</p>
          <CreateLink />
        </div>
      </main>
    </>
  )
}
