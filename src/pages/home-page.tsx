import { Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { CreateLink, OrmaRow } from '../features/home/orma-row.tsx'
import { useHomeOrmas } from '../features/home/use-home-ormas.ts'
import { PausedNotice } from '../features/orma-form/paused-notice.tsx'
import { useSession } from '../session/use-session.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'
import styles from '../features/home/home.module.css'

/** Keeps the greeting's height while the user is unknown, without calling them a guest. */
const NOTHING_YET = '\u00a0'

/** `/`: the greeting, and the Ormas that the user visited and owns; a newcomer is shown how to create one. */
export function HomePage() {
  useDocumentTitle()
  const session = useSession()
  const isUnknown = session.status === 'loading'
  const { visited, own } = useHomeOrmas(session)
  const isNewcomer = visited?.length === 0 && own?.length === 0
  return (
    <main className="page page-wide">
      <div className={styles.head}>
        <h1>
          {isUnknown ? NOTHING_YET : texts.home.welcome(session.user?.name || texts.home.guest)}
        </h1>
        {!isNewcomer && <CreateLink />}
      </div>
      {isNewcomer ? (
        <Message drawing="frames" detail={texts.product.tagline} action={<CreateLink />}>
          {texts.home.empty}
        </Message>
      ) : (
        <>
          <OrmaRow title={texts.home.visited} ormas={visited} />
          <OrmaRow
            title={texts.home.mine}
            ormas={own}
            noteOf={(orma) => <PausedNotice event={orma} />}
          />
        </>
      )}
      <Link to="/settings" className={buttonClass('plain')}>
        {texts.settings.title}
      </Link>
    </main>
  )
}
