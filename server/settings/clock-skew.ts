/** Clocks that differ by less harm nobody: what is signed holds for minutes. */
const SKEW_MAX_MS = 60_000

/**
 * How far this machine's clock is from another's, in words; undefined: they agree, or nothing is known of the other's. `theirMs`: what
 * the other one showed, in epoch milliseconds.
 */
export function clockSkew(theirMs: number, ownMs = Date.now()): string | undefined {
  const aheadMs = ownMs - theirMs
  if (Number.isNaN(aheadMs) || Math.abs(aheadMs) <= SKEW_MAX_MS) return undefined
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} theirs`
}

/** How near two clocks are that agree: `within 2 s of the database's`. */
export function clockAgreement(theirMs: number, whose: string, ownMs = Date.now()): string {
  const seconds = Math.max(1, Math.ceil(Math.abs(ownMs - theirMs) / 1000))
  return `within ${seconds} s of ${whose}'s`
}

/** The same by the header `Date` of an answer. */
export function skewOfDate(date: string | null, ownMs?: number): string | undefined {
  return date === null ? undefined : clockSkew(Date.parse(date), ownMs)
}
