import type { Random } from './seeded-random.ts'

/** Moments of an evening, as shares of it, at which everybody takes the phone out, and the share of all that happens then. */
const BURSTS = [
  { what: 'ceremony', at: 0.15, spread: 0.03, share: 0.25 },
  { what: 'cake', at: 0.45, spread: 0.02, share: 0.1 },
  { what: 'dances', at: 0.65, spread: 0.04, share: 0.25 },
] as const

/** Most guests open the Orma by then, the more of them the earlier. */
const EARLY = { until: 0.4, share: 0.85 }
const LATEST = 0.8

/** When a guest first opens the Orma, as a share of the evening. */
export function arrivalMoment(random: Random): number {
  if (random.chance(EARLY.share)) return Math.min(random.next(), random.next()) * EARLY.until
  return random.between(EARLY.until, LATEST)
}

/** When a guest who has arrived looks at the Orma again, as a share of the evening: in a burst or at any time. */
export function laterMoment(random: Random, arrival: number): number {
  let left = random.next()
  for (const { at, spread, share } of BURSTS) {
    left -= share
    if (left > 0) continue
    const moment = at + spread * bell(random)
    // Who was not there yet does so at another time.
    if (moment > arrival) return moment
    break
  }
  return random.between(arrival, 1)
}

/** About normal, from -3 to 3. */
function bell(random: Random): number {
  return 2 * (random.next() + random.next() + random.next() - 1.5)
}
