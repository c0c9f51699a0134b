import { startTransition, useEffect, useState } from 'react'

/** A step of a slow phone takes less than 50 ms. */
const STEP = 12

/** The first items of a list at once, and the others little by little: a hundred new ones would hold a slow phone up. */
export function useInSteps<Item>(items: readonly Item[]): readonly Item[] {
  const [count, setCount] = useState(STEP)
  const isWhole = count >= items.length
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, count])
  return isWhole ? items : items.slice(0, count)
}
