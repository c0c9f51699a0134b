import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { whenNear } from './when-near.ts'

/** Two windows: more than one fling goes. */
const AHEAD = '200%'

/** The first items of a long list, and so many more each time its end comes near, drawn in slices. */
export function useShownMore<Item>(
  items: readonly Item[],
  { first, more }: { first: number; more: number },
): {
  shown: readonly Item[]
  /** To be rendered after the items while there are others. */
  end: ReactNode
} {
  const [count, setCount] = useState(first)
  const hasMore = items.length > count
  const showMore = () => startTransition(() => setCount(count + more))
  const end = hasMore && <End key={count} onNear={showMore} />
  return { shown: hasMore ? items.slice(0, count) : items, end }
}

function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const onNearNow = useEffectEvent(onNear)
  useEffect(() => whenNear(end.current, () => onNearNow(), { margin: AHEAD }), [])
  return <div ref={end} />
}
