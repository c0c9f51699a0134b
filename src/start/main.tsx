import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { RegisteredRouter } from '@tanstack/react-router'
import { LIVE_OVERLAP_MS, PAGE_SIZE } from '../../contract/limits.ts'
import { noteContact } from '../api/contact.ts'
import { showDoorKeys } from '../api/door-header.ts'
import { postStore } from '../cache/post-store.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { readDoorKey } from '../device/door-key.ts'
import { wait } from '../device/wait.ts'
import { takeEarlyTap } from './early-tap.ts'
import { sendPageViews } from './page-views.ts'
import { listOf } from '../posts/post-list.ts'
import { createQueryClient } from './query-client.ts'
import { readFirstData } from './read-first-data.ts'
import { createAppRouter } from './router.tsx'
import { SessionProvider } from '../session/session-provider.tsx'
import { sessionQuery } from '../session/session-query.ts'
import { notePath, readTokenCookie } from '../session/token-cookie.ts'
import { trackVisitedPages } from '../session/after-login.ts'
import { watchScripts } from '../worker/releases.ts'
import '../ui/style/tokens.css'
import '../ui/style/base.css'

// Left out of a build without an address.
if (import.meta.env.VITE_API_HOST) showDoorKeys(readDoorKey)
watchScripts(() => noteContact(false))

/** Resolves once the app renders. */
export const started: Promise<void> = start()

/** Starts the app, with pauses in which a slow phone answers touches. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await wait(0)
  const queryClient = createQueryClient()
  takeFirstData(queryClient)
  await wait(0)
  const router = createAppRouter(queryClient)
  trackVisitedPages(router)
  router.history.subscribe(({ location }) => notePath(location.pathname))
  // Whoever goes on to another page is verified again once that is some minutes ago.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) void queryClient.prefetchQuery(sessionQuery())
  })
  // Left out of a build without an address.
  if (import.meta.env.VITE_ANALYTICS_URL) {
    sendPageViews(router, import.meta.env.VITE_ANALYTICS_URL as string)
  }
  await wait(0)
  // What the HTML shows stays until the app can show the same. An empty page renders at once: an address that redirects is only
  // fully loaded once the app is rendered.
  if (root.hasChildNodes()) await loadAsTapped(router).catch(console.error)
  await wait(0)
  // A transition renders in slices.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/**
 * Loads the page's address, and what is tapped in the first look: a tab before the router itself listens, a photo once it does.
 * Whoever has scrolled the first look stays there, though the router begins each page at its top.
 */
function loadAsTapped(router: RegisteredRouter): Promise<void> {
  let top = scrollY
  const noteTop = () => (top = scrollY)
  addEventListener('scroll', noteTop, { passive: true })
  const unlisten = router.history.subscribe(() => void router.load())
  const unsubscribe = router.subscribe('onRendered', () => {
    unlisten()
    unsubscribe()
    removeEventListener('scroll', noteTop)
    if (top > 0) scrollTo({ top, behavior: 'instant' })
    const tapped = takeEarlyTap()
    if (tapped) router.history.push(new URL(tapped).pathname)
  })
  return router.load()
}

/** Puts the data in the HTML into the query cache. */
function takeFirstData(queryClient: QueryClient): void {
  const first = readFirstData()
  if (!first) return
  const { event, posts, updatedAt, isEnd = (posts?.length ?? 0) < PAGE_SIZE } = first
  // A page that was on its way for longer may lack what no live news will tell of any more.
  const isNew = performance.now() < LIVE_OVERLAP_MS / 2
  // The server may tell a signed-in user more: for them this data is out of date from the start.
  const at = readTokenCookie() ? 1 : isNew ? Date.now() : performance.timeOrigin
  const told = updatedAt ?? { event: at, posts: at }
  queryClient.setQueryData(queryKeys.event(event.event_hash), event, { updatedAt: told.event })
  if (posts) {
    const feed = listOf(postStore(queryClient).put(posts), isEnd)
    queryClient.setQueryData(queryKeys.feed(event.event_hash), feed, { updatedAt: told.posts })
  }
}
