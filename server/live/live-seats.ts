import { LIVE_STREAMS } from '../../contract/limits.ts'
import { addressScope } from '../limits/address-scope.ts'
import { tooMany } from '../limits/limit.ts'

const COME_BACK_MS = 30_000

/** Counts who listens in this process, in all and from one address. */
export interface Seats {
  /** Takes a seat and gives what leaves it. Rejects with 429 where none is free. */
  take: (address: string) => () => void
  /** Seats that are taken. */
  count: () => number
}

export function createSeats({ perAddress, perProcess } = LIVE_STREAMS): Seats {
  const taken = new Map<string, number>()
  let all = 0
  return {
    count: () => all,
    take(address) {
      const scope = addressScope(address)
      const here = taken.get(scope) ?? 0
      if (here >= perAddress || all >= perProcess) throw tooMany(COME_BACK_MS)
      taken.set(scope, here + 1)
      all += 1
      return once(() => {
        all -= 1
        const left = (taken.get(scope) ?? 1) - 1
        if (left > 0) taken.set(scope, left)
        else taken.delete(scope)
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
