/** Lets at most `count` tasks run at once; the others wait their turn in the order they came. */
export function createSlots(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: Array<() => void> = []
  let free = count

  return async function inSlot(task) {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The slot goes straight to the next in line, so that nobody comes in between.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
