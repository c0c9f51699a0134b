import { createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { Root } from './root-layout.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `own`: the page renders its `AppHeader` itself, with its title, over its banner. */
    header?: 'own'
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** Where someone wanted to go who was sent to the login first. */
    wanted?: string
    /** Open the event page with its share dialog. */
    share?: boolean
    /** The slideshow is running. */
    running?: boolean
  }
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
})
