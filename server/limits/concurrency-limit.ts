import { tooMany } from './limit.ts'

const COME_BACK_MS = 30_000

/** Bounds what goes on at once in this process: in all, and for each key, such as an address or a user. */
export function createConcurrencyLimit({ each, inAll }: { each: number; inAll: number }) {
  const active = new Map<string, number>()
  let all = 0
  return {
    /** How many there are. */
    count: () => all,
    /** Gives what ends this one. Throws 429 where there are as many as may be. */
    acquire(key: string): () => void {
      const own = active.get(key) ?? 0
      if (own >= each || all >= inAll) throw tooMany(COME_BACK_MS)
      active.set(key, own + 1)
      all += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        all -= 1
        const left = (active.get(key) ?? 1) - 1
        if (left > 0) active.set(key, left)
        else active.delete(key)
      }
    },
  }
}
