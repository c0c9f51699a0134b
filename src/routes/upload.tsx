import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

/** `/{event_hash}/upload`: adding photos to an Orma. It opens without waiting for anything: photos can be chosen offline. */
export const uploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/upload',
  component: lazyRouteComponent(() => import('./upload-page.tsx'), 'UploadPage'),
})
