import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash',
})
