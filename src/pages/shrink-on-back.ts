import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { RegisteredRouter } from '@tanstack/react-router'

/** Pages with a grid of photos, that one comes back to. */
const GRID = /^\/[^/]+(\/(timeslot|people)\/[^/]+)?$/

/** Has a post's photo shrink back into its tile, for who goes back to the grid. Nothing moves for who wants that. */
export function useShrinkOnBack(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
        const isBack = fromLocation && toLocation.state.__TSR_index < fromLocation.state.__TSR_index
        if (isBack && GRID.test(toLocation.pathname)) shrink(router)
      }),
    [router],
  )
}

function shrink(router: RegisteredRouter): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!isCalm) router.shouldViewTransition = true
}
