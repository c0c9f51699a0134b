import { useCallback, useMemo, useState } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { collapseBursts, hasBursts, storeCollapses, readCollapses } from './collapse-bursts.ts'
import type { CollapsedFeed } from './collapse-bursts.ts'

const NONE: ReadonlySet<number> = new Set()

export interface CollapsedBursts extends CollapsedFeed<Post> {
  /** The bursts that are shown whole, by their first posts' ids. */
  open: ReadonlySet<number>
  /** Shows the burst with this first post whole, or collapses it again. */
  toggle: (post_id: number) => void
  /** Whether the viewer wants bursts collapsed. */
  isOn: boolean
  setOn: (isOn: boolean) => void
  /** Whether there is any burst to collapse. */
  isOffered: boolean
}

/** A feed with its bursts collapsed, where this device wants that. Which bursts are open lasts as long as the page. */
export function useCollapsedBursts(posts: readonly Post[]): CollapsedBursts {
  const [isOn, setIsOn] = useState(() => readCollapses(deviceStorage))
  const [open, setOpen] = useState(NONE)
  const isOffered = useMemo(() => hasBursts(posts), [posts])
  const collapsed = useMemo(
    () =>
      isOn ? collapseBursts(posts, open) : { posts: [...posts], others: EMPTY, standIns: EMPTY },
    [posts, isOn, open],
  )
  const toggle = useCallback((post_id: number) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(post_id)) after.add(post_id)
      return after
    })
  }, [])
  const setOn = (isWanted: boolean) => {
    storeCollapses(deviceStorage, isWanted)
    setIsOn(isWanted)
    setOpen(NONE)
  }
  return { ...collapsed, open, toggle, isOn, setOn, isOffered }
}

const EMPTY: ReadonlyMap<number, number> = new Map()
