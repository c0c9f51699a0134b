/** Random numbers that are the same for the same seed. */
export interface Random {
  /** From 0 up to 1. */
  next: () => number
  between: (low: number, high: number) => number
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number
  pick: <const List extends readonly [unknown, ...unknown[]]>(list: List) => List[number]
  /** True in this share of cases, 0 to 1. */
  chance: (share: number) => boolean
  /** So many results of `make`. */
  times: <T>(count: number, make: (index: number) => T) => T[]
}

/** Numbers by mulberry32: small, even, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e37_79b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    next,
    between,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    chance: (share) => next() < share,
    times: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
  }
}
