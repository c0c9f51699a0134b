import { tooMany } from './limit.ts'

const COME_BACK_MS = 30_000

/** Counts what goes on in this process, in all and of each one: an address, a user. */
interface Seats {
  /** Takes a seat and gives what leaves it. Throws 429 where none is free. */
  take: (whose: string) => () => void
  /** Seats that are taken. */
  count: () => number
}

export function createSeats({ each, inAll }: { each: number; inAll: number }): Seats {
  const taken = new Map<string, number>()
  let all = 0
  return {
    count: () => all,
    take(whose) {
      const own = taken.get(whose) ?? 0
      if (own >= each || all >= inAll) throw tooMany(COME_BACK_MS)
      taken.set(whose, own + 1)
      all += 1
      return once(() => {
        all -= 1
        const left = (taken.get(whose) ?? 1) - 1
        if (left > 0) taken.set(whose, left)
        else taken.delete(whose)
      })
    },
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
