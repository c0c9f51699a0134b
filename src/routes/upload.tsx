import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

/** `/{event_hash}/upload`: adding photos to an Orma. It opens without waiting for anything: photos can be chosen offline. */
export const uploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/upload',
  component: lazyRouteComponent(loadPage, 'UploadPage'),
})

async function loadPage() {
  const [page] = await Promise.all([import('./upload-page.tsx'), loadWork()])
  return page
}

/**
 * What a page sends photos with itself where no worker does. Not later: a script that could not be loaded once, when the
 * network was gone, browsers do not ask for again.
 */
async function loadWork(): Promise<unknown> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  return serviceWorker?.controller ? undefined : import('../uploads/upload-work.ts')
}
