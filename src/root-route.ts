import { createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { loadOrma, loadSample } from './start/route-loaders.ts'
import {
  EventErrorScreen,
  NoEventScreen,
  PostPendingScreen,
} from './shell/event-waiting-screens.tsx'
import { Root } from './shell/root-layout.tsx'
import { nextFrame } from './ui/layout/use-open-after-frame.ts'

// What routes have in common.

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  // A press is answered by a frame before the next page is drawn, which takes a slow phone longer. No press leads to the first.
  beforeLoad: ({ cause }) => (cause === 'stay' ? nextFrame() : undefined),
})
export const below = { getParentRoute: () => rootRoute } as const

/** A page about an Orma, which renders its own header. */
export const ofOrma = { ...below, staticData: { header: 'own' } } as const
/** A page that shows nothing before its Orma is loaded. */
export const withOrma = {
  ...ofOrma,
  loader: loadOrma,
  pendingComponent: PostPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
} as const

/** A page of the packaged sample. */
export const ofSample = { ...ofOrma, loader: loadSample } as const
