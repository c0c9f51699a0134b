import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const uploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/upload',
})
