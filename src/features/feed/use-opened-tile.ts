import { useEffect, useLayoutEffect, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { tabStorage } from '../../session/device-storage.ts'
import { useUserInput } from '../../ui/layout/use-user-input.ts'
import type { GridView } from './use-grid-view.ts'

const KEY = 'feed-opened'

/** Puts the focus on the photo that was opened, for who comes back from it: a keyboard goes on from there. */
export function useOpenedTile(view: GridView, standIns: ReadonlyMap<number, number>): void {
  const router = useRouter()
  const [entry] = useState(() => router.latestLocation.state.__TSR_key)
  const [opened, setOpened] = useState(() => openedIn(entry))
  useLayoutEffect(
    () => () => {
      const [, post_id] = /\/post\/(\d+)$/.exec(router.latestLocation.pathname) ?? []
      if (post_id && entry) tabStorage.setItem(KEY, `${entry} ${post_id}`)
      else tabStorage.removeItem(KEY)
    },
    [router, entry],
  )
  // With each look at the grid: at first the window may be somewhere else.
  useEffect(() => {
    if (opened === undefined) return undefined
    const post_id = standIns.get(opened) ?? opened
    const tile = view.ref.current?.querySelector<HTMLElement>(`[data-post="${post_id}"] a`)
    if (!tile) return undefined
    // With the next frame: now it would have the page laid out in one task with React's work.
    const frame = requestAnimationFrame(() => {
      tile.focus({ preventScroll: true })
      setOpened(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [opened, standIns, view])
  useUserInput(opened !== undefined, () => setOpened(undefined))
}

/** What was opened from this entry of the history; whoever gets to the feed anew has opened nothing. */
function openedIn(entry: string | undefined): number | undefined {
  const [of, post_id] = tabStorage.getItem(KEY)?.split(' ') ?? []
  return of !== undefined && of === entry ? Number(post_id) : undefined
}
