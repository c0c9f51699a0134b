import { createRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { NoSms } from '../../contract/no-sms.ts'
import type { PostListName } from '../posts/list-name.ts'
import type { Intent } from '../session/intent.ts'
import { routeTree } from '../routes.tsx'
import { NotFoundScreen } from '../shell/not-found-screen.tsx'
import { ErrorScreen, PendingScreen } from '../shell/waiting-screens.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `own`: the page renders its `AppHeader` itself, with its title, over its banner. */
    header?: 'own'
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** Where to go after the login. */
    wanted?: string
    /** The like or comment that led to the login. */
    intent?: Intent | undefined
    /** The login is by phone, in an Orma that lets guests in by a name. */
    byPhone?: boolean
    /** The code of this login comes by no message: whom to ask for it. */
    noSms?: NoSms | undefined
    /** Opens the event page with its share dialog. */
    share?: boolean
    /** The slideshow is running. */
    running?: boolean
    /** Which list a post was opened from; absent: the feed. */
    list?: PostListName | undefined
  }
}

/** How long a press may be without an answer before the next page's waiting screen stands for it. */
const PENDING_MS = 300
const POST = /\/post\/\d+$/

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_MS,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The login's option is a query-style string within the path, as specified.
    pathParamsAllowedCharacters: ['=', '&'],
  })
  // From post to post a page stays until the next one is there: a waiting screen would take the viewer away that lies over it.
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
    const isKept = [fromLocation, toLocation].every((at) => at && POST.test(at.pathname))
    router.options.defaultPendingMs = isKept ? Infinity : PENDING_MS
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
