/** Random numbers that are the same for the same seed. */
export interface SeededRandom {
  /** From 0 up to 1. */
  next: () => number
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number
  /** True in this share of the cases, 0 to 1. */
  isOneOf: (share: number) => boolean
  bytes: (length: number) => Buffer
}

/** Mulberry32: small, and good enough for choosing faults. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = Math.imul(seed, 0x9e37_79b9) >>> 0
  function word(): number {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    isOneOf: (share) => next() < share,
    bytes(length) {
      const bytes = Buffer.alloc(Math.ceil(length / 4) * 4)
      for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(word(), at)
      return bytes.subarray(0, length)
    },
  }
}
