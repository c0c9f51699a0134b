import { startTransition, useEffect, useState } from 'react'

/** A step of a slow phone takes less than 50 ms. */
const STEP = 8

/** A few items at once; of many the first ones in the next frame, then the others little by little: all would hold a slow phone up. */
export function useInSteps<Item>(items: readonly Item[]): readonly Item[] {
  const [count, setCount] = useState(items.length > STEP ? 0 : STEP)
  const isWhole = count >= items.length
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, count])
  return isWhole ? items : items.slice(0, count)
}
