import { useCanGoBack, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { closeTopmost } from '../../ui/dialogs/close-on-back.ts'

/**
 * Goes back one page; where no page of the app came before, to the Orma that this page belongs to, or home. The router knows only
 * the pages that this document has shown: the terms are a document of their own.
 */
export function useGoBack(): () => void {
  const canGoBack = useCanGoBack()
  const { history, navigate } = useRouter()
  const { event_hash } = useParams({ strict: false })
  const isEventPage = useRouterState({
    select: ({ location }) => location.pathname === `/${event_hash}`,
  })
  return () => {
    // A step that replaces the page passes by what asks before a step back.
    if (closeTopmost()) return
    if (canGoBack || window.navigation?.canGoBack) history.back()
    else if (event_hash && !isEventPage) {
      void navigate({ to: '/$event_hash', params: { event_hash }, replace: true })
    } else void navigate({ to: '/', replace: true })
  }
}
