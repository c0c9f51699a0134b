import { useCallback, useMemo, useState } from 'react'
import type { Event, Post } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { useSession } from '../../session/use-session.ts'
import { isOrganisersView } from './feed-memory.ts'
import { COLLAPSE, collapseBursts, hasBursts, isSwitchedOn, NAMES } from './collapse-bursts.ts'
import type { CollapsedFeed } from './collapse-bursts.ts'

const NONE: ReadonlySet<number> = new Set()
const EMPTY: ReadonlyMap<number, number> = new Map()

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
  const { isOn, setOn } = useSwitch(COLLAPSE)
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
  return { ...collapsed, open, toggle, isOn, setOn, isOffered }
}

/** Whether this device shows on photos whose they are, and its way to change that: for who organises their Orma. */
export function useNames(event: Event) {
  return { isOffered: useIsOrganiser(event), ...useSwitch(NAMES) }
}

/**
 * Whether who is here organises an Orma. Who it is may be known later than the tiles are there: what the device has of the Orma
 * tells as much until then.
 */
export function useIsOrganiser(event: Event): boolean {
  const { status, user } = useSession()
  return status === 'loading' ? isOrganisersView(event) : isOrganiser(event, user?.id)
}

/** A switch that this device keeps. */
function useSwitch(name: string) {
  const [isOn, setIsOn] = useState(() => isSwitchedOn(deviceStorage, name))
  const setOn = (isWanted: boolean) => {
    if (isWanted) deviceStorage.setItem(name, '1')
    else deviceStorage.removeItem(name)
    setIsOn(isWanted)
  }
  return { isOn, setOn }
}
