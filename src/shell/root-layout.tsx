import { Suspense, useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { Outlet, useLocation, useMatches, useParams, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { isRefused } from '../api/refused-orma.ts'
import { useCachedVisit } from '../cache/page/use-cached-visit.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { useNoContact } from '../live/use-no-contact.ts'
import { AlertHost } from '../ui/dialogs/alerts.tsx'
import { closeTopmost } from '../ui/dialogs/close-on-back.ts'
import { focusContent, focusContentSoon } from '../ui/focus/focus-content.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { OfflineBar } from '../ui/notices/offline-bar.tsx'
import { ToastHost } from '../ui/notices/toast.tsx'
import { filesAtHand } from '../worker/worker-link.ts'
import { OrmaFailure } from './event-waiting-screens.tsx'
import { LoginPromptHost } from './login-prompt-host.tsx'
import { MenuButton } from './menu-button.tsx'
import styles from './root-layout.module.css'

const OfflineHost = latePiece(
  async () => (await import('./offline-host.tsx')).OfflineHost,
  filesAtHand,
)

/** Pages that a visit begins with: they have the menu button instead of the back button. An Orma's page has its own header. */
const MENU_PAGES = ['/', '/myormas']

/** What surrounds every page. A page renders one `<main>`. */
export function Root() {
  const ownsHeader = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.header === 'own'),
  })
  const hasMenu = useLocation({ select: ({ pathname }) => MENU_PAGES.includes(pathname) })
  const noContact = useNoContact()
  const refusal = useRefusal()
  const { event_hash } = useParams({ strict: false })
  useCachedVisit(event_hash)
  useFocusOnNavigation()
  useBackCloses()
  return (
    <>
      <a className={styles.skipLink} href="#content" onClick={skipToContent}>
        {texts.common.skipToContent}
      </a>
      {(refusal || !ownsHeader) && <AppHeader menu={hasMenu && <MenuButton />} />}
      {!ownsHeader && <OfflineBar reason={noContact} />}
      <div id="content">{refusal ? <OrmaFailure error={refusal} /> : <Outlet />}</div>
      <ToastHost closeLabel={texts.common.close} />
      <AlertHost closeLabel={texts.common.confirm} />
      <LoginPromptHost />
      <Suspense>
        <OfflineHost />
      </Suspense>
    </>
  )
}

function skipToContent(event: MouseEvent) {
  // As a link it would set the URL hash, which is the tab of the event page.
  event.preventDefault()
  focusContent()
}

/** The browser's Back and Forward first close what is open over the page: as many people close a sheet on a phone. */
function useBackCloses() {
  const { history } = useRouter()
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: false,
        // The app itself goes by `go`, over several entries.
        blockerFn: ({ action }) => (action === 'BACK' || action === 'FORWARD') && closeTopmost(),
      }),
    [history],
  )
}

/** Moves the focus to the beginning of a new page. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusContentSoon()
      }),
    [router],
  )
}

/** Pages that stay open for a refused Orma: its owner may need the login, and photos for it may be on this phone alone. */
const OPEN_PAGES = /\/(login|upload)/

/** The server's refusal to show the Orma that this page is about: it is gone, or paused. */
function useRefusal(): Error | undefined {
  const { event_hash = '' } = useParams({ strict: false })
  const isOpen = useLocation({ select: ({ pathname }) => OPEN_PAGES.test(pathname) })
  const { error, isPending } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const [last, setLast] = useState({ event_hash, error })
  // The last refusal counts while the Orma is being asked for again.
  const isKept = isPending && last.event_hash === event_hash
  const said = isKept ? last.error : error
  if (said !== last.error || last.event_hash !== event_hash) setLast({ event_hash, error: said })
  const isClosed = !isOpen && isRefused(said)
  const router = useRouter()
  // Once the Orma is open again its page has to be loaded anew.
  useEffect(() => (isClosed ? () => void router.invalidate() : undefined), [isClosed, router])
  return isClosed ? said : undefined
}
