import { Suspense, useEffect } from 'react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { LAZY_FILES } from '../../contract/routes.ts'
import { isMetered } from '../api/connection.ts'
import { isSilent, whenReached } from '../api/contact.ts'
import { http } from '../api/http.ts'
import { wait } from '../device/wait.ts'
import {
  driveUploads,
  retryUploadsNow,
  resumeKnown,
  resumeUploads,
} from '../outbox/page/upload-driver.ts'
import { currentUploads } from '../outbox/page/upload-store.ts'
import { useSentChanges } from '../outbox/page/use-waiting-changes.ts'
import { listenToWorker } from '../outbox/queue/announce.ts'
import { watchConnection } from './reconnect.ts'
import { publishUploads, useUploads } from '../outbox/page/use-uploads.ts'
import { reloadBrokenImages } from '../ui/pictures/failed-pictures.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { filesAtHand, requestRefreshes } from '../worker/worker-link.ts'
import { promptAgain } from '../session/login-prompt.ts'
import { sessionKnownKey } from '../session/session-query.ts'
import { useSession } from '../session/use-session.ts'
import { showRefusedChanges } from './refused-changes.ts'

/** Loaded with the first queued photo; by then it is precached. */
const WaitingBar = latePiece(
  async () => (await import('./waiting-bar.tsx')).WaitingBar,
  filesAtHand,
)

const AppHost = latePiece(async () => (await import('./app-host.tsx')).AppHost, filesAtHand)

/** Useless without a network. Nothing may have been asked yet: all of a first visit comes with the HTML. */
const LiveOrmaHost = latePiece(
  async () => (await import('./live-orma-host.tsx')).LiveOrmaHost,
  async () => {
    if (!navigator.onLine || isSilent()) await whenReached()
  },
)

/** The page has settled by then. */
const SETTLED_MS = 3000

/** What runs in every page: uploads, live events of its Orma, caching of what is shown; and the bar about queued photos. */
export function OfflineHost() {
  const { status, token, user } = useSession()
  const userId = user?.id
  const { photos, left, counts, hasRefusedChanges } = useUploads()
  const { event_hash } = useParams({ strict: false })
  const queryClient = useQueryClient()
  const { data: knownAt } = useQuery<number>({ queryKey: sessionKnownKey, queryFn: skipToken })
  useEffect(() => {
    void requestRefreshes()
    void cacheLargeFiles()
    return driveUploads()
  }, [])
  useEffect(publishUploads, [])
  useEffect(() => {
    const onBack = () => {
      reloadBrokenImages()
      void retryUploadsNow()
    }
    // Pictures may have failed without any query failing.
    addEventListener('online', reloadBrokenImages)
    const stop = watchConnection(queryClient, onBack)
    return () => {
      stop()
      removeEventListener('online', reloadBrokenImages)
    }
  }, [queryClient])
  useEffect(() => {
    if (status !== 'loading') void resumeUploads()
  }, [status, token])
  useEffect(() => {
    if (token !== undefined && knownAt !== undefined) void resumeKnown(token)
  }, [token, knownAt])
  useEffect(() => {
    if (!hasRefusedChanges || userId === undefined) return
    // With storage in trouble the next page says it.
    showRefusedChanges(queryClient, userId).catch(() => undefined)
  }, [hasRefusedChanges, userId, queryClient])
  useEffect(
    () =>
      listenToWorker(({ type }) => {
        if (type === 'TOKEN_REFUSED' && currentUploads().changes.length > 0) promptAgain()
      }),
    [],
  )
  useSentChanges()
  const isWaiting = left + counts.refused + counts.draft > 0
  return (
    <>
      <Suspense>{event_hash !== undefined && <LiveOrmaHost event_hash={event_hash} />}</Suspense>
      <Suspense>{isWaiting && <WaitingBar photos={photos} />}</Suspense>
      <Suspense>
        <AppHost />
      </Suspense>
    </>
  )
}

/** Has the worker cache the screens that are not precached too, unless the line is known to be metered. */
async function cacheLargeFiles(): Promise<void> {
  await wait(SETTLED_MS)
  await whenReached()
  if (isMetered() || !navigator.serviceWorker?.controller) return
  try {
    const list = await http<unknown>(LAZY_FILES, { responseType: 'json' })
    for (const file of v.parse(v.array(v.string()), list)) {
      if (!(await caches.match(file))) {
        await http(file, { responseType: 'blob', ignoreResponseError: true })
      }
    }
  } catch {
    // No network after all: the next page tries again.
  }
}
