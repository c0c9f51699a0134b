import { createRoute } from '@tanstack/react-router'
import { NotFoundScreen } from './not-found-screen.tsx'
import { rootRoute } from './root.tsx'

const shared = { getParentRoute: () => rootRoute, component: NotFoundScreen } as const

const notFoundRoute = createRoute({ ...shared, path: '/404' })

/** Without it an address below an Orma's would show the Orma. */
const unknownRoute = createRoute({ ...shared, path: '$' })

/** `/404`, and every address that is no other page's. */
export const notFoundRoutes = [notFoundRoute, unknownRoute] as const
