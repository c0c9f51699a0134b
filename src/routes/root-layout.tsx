import { useEffect } from 'react'
import type { MouseEvent } from 'react'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { AlertHost } from '../ui/alert-dialog.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { LoginPromptHost } from './login-prompt-host.tsx'
import { OfflineHost } from './offline-host.tsx'
import './root-layout.css'

/** What surrounds every page. A page renders one `<main>`. */
export function Root() {
  const ownsHeader = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.header === 'own'),
  })
  useFocusOnNavigation()
  return (
    <>
      <a className="skip-link" href="#main" onClick={skipToContent}>
        {texts.common.skipToContent}
      </a>
      {!ownsHeader && <AppHeader />}
      <Outlet />
      <ToastHost closeLabel={texts.common.close} />
      <AlertHost closeLabel={texts.common.confirm} />
      <LoginPromptHost />
      <OfflineHost />
    </>
  )
}

function skipToContent(event: MouseEvent) {
  // As an address it would be a tab of the event page.
  event.preventDefault()
  focusContent()
}

/** Puts focus where the new page begins, so that screen readers say it and Tab goes on from there. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const hasOwnFocus = document.activeElement?.closest('main, dialog')
        if (fromLocation && pathChanged && !hasOwnFocus) focusContent()
      }),
    [router],
  )
}

function focusContent() {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
