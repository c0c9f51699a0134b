import { Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { LinkButton } from '../features/home/link-button.tsx'
import { Newcomer } from '../features/home/newcomer.tsx'
import { CreateLink, OrmaRow } from '../features/home/orma-row.tsx'
import type { ListedOrma } from '../features/home/orma-row.tsx'
import { useHomeOrmas } from '../features/home/use-home-ormas.ts'
import { PausedNotice } from '../features/orma-form/paused-notice.tsx'
import { SampleCard } from '../features/sample/sample-card.tsx'
import { useNoContact } from '../live/use-no-contact.ts'
import { useSession } from '../session/use-session.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { whenIdle } from '../ui/layout/when-idle.ts'
import styles from '../features/home/home.module.css'

/** Once the cards are there. */
const HomeNews = latePiece(
  async () => (await import('./home-news.tsx')).HomeNews,
  () => new Promise((resolve) => void whenIdle(resolve)),
)

/** Keeps the greeting's height while the user is unknown, without calling them a guest. */
const NOTHING_YET = '\u00a0'

/** `/`: the greeting, and the Ormas that the user visited and owns; a newcomer is shown what an Orma is. */
export function HomePage() {
  useDocumentTitle()
  const session = useSession()
  const isUnknown = session.status === 'loading'
  const { visited, own } = useHomeOrmas(session)
  // Most guests own none, and without the server nobody knows.
  const hidesOwn = useNoContact() !== undefined && visited?.length && !own?.length
  const isNewcomer = visited?.length === 0 && own?.length === 0
  const visitedRow = (
    <OrmaRow key="visited" title={texts.home.visited} ormas={visited} newsOf={newsOf} />
  )
  const ownRow = !hidesOwn && (
    <OrmaRow
      key="own"
      title={texts.home.mine}
      ormas={own}
      newsOf={newsOf}
      noteOf={(orma) => <PausedNotice event={orma} />}
    />
  )
  const greeting = (
    <h1>{isUnknown ? NOTHING_YET : texts.home.welcome(session.user?.name || texts.home.guest)}</h1>
  )
  return (
    <main className="page page-wide">
      {isNewcomer ? (
        <Newcomer
          greeting={greeting}
          actions={
            <>
              <CreateLink />
              <LinkButton />
            </>
          }
          sample={<SampleCard />}
        />
      ) : (
        <>
          <div className={styles.head}>
            {greeting}
            <CreateLink />
          </div>
          {/* What is there comes first. */}
          {visited?.length === 0 ? [ownRow, visitedRow] : [visitedRow, ownRow]}
        </>
      )}
      {!isNewcomer && <LinkButton kind="plain" />}
      <Link to="/settings" className={buttonClass('plain')}>
        {texts.settings.title}
      </Link>
    </main>
  )
}

function newsOf(orma: ListedOrma, at: number) {
  return (
    <Suspense>
      <HomeNews orma={orma} at={at} />
    </Suspense>
  )
}
