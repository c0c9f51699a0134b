import { lazy, Suspense, useEffect } from 'react'
import { useParams } from '@tanstack/react-router'
import { isWithoutOrma } from '../device/outbox-photo.ts'
import { driveUploads, resumeUploads } from '../offline/drivers.ts'
import { useUploads } from '../offline/use-uploads.ts'
import { useSession } from '../session/use-session.ts'
import { lateComponent } from './late-component.tsx'

/** Loaded with the first photo that has to wait; the worker has it in its cache. */
const WaitingBar = lazy(() =>
  import('./waiting-bar.tsx').then((module) => ({ default: module.WaitingBar })),
)

const AppHost = lateComponent(async () => (await import('./app-host.tsx')).AppHost)
const LiveOrma = lateComponent(async () => (await import('./live-orma-host.tsx')).LiveOrmaHost)

/** The page's side of the worker: keeps uploads going and an Orma live from every screen, and says what waits. */
export function OfflineHost() {
  const { status, user } = useSession()
  const { photos, left, counts, hasRefusedChanges } = useUploads()
  const { event_hash } = useParams({ strict: false })
  const userId = user?.id
  useEffect(() => driveUploads(), [])
  useEffect(() => {
    if (status !== 'loading') void resumeUploads()
  }, [status, userId])
  useEffect(() => {
    if (hasRefusedChanges) void sayRefused()
  }, [hasRefusedChanges])
  const isWaiting = left + counts.refused > 0 || photos.some(isWithoutOrma)
  return (
    <>
      <Suspense>{event_hash !== undefined && <LiveOrma event_hash={event_hash} />}</Suspense>
      <Suspense>{isWaiting && <WaitingBar photos={photos} />}</Suspense>
      <Suspense>
        <AppHost />
      </Suspense>
    </>
  )
}

async function sayRefused(): Promise<void> {
  try {
    const { sayRefusedChanges } = await import('./refused-changes.ts')
    await sayRefusedChanges()
  } catch {
    // Neither script nor storage at hand: the next page says it.
  }
}
