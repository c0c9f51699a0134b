import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/post/$id',
})
