import { createRandom } from './seeded-random.ts'
import type { Random } from './seeded-random.ts'
import { arrivalMoment, laterMoment } from './curve.ts'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000

/** What phones send at, bytes a second: of ten guests one has a bad line, three a slow one, four a usual and two a fast one. */
const LINES = [32, 128, 128, 128, 512, 512, 512, 512, 2_000, 2_000] as const

const VISITS = { least: 1, most: 5 }
const VISIT_MINUTES = { least: 2, most: 8 }
/** Guests who look, and do nothing that needs a name. */
const ONLY_LOOKING_SHARE = 0.2
const PHOTOS_MAX = 30

export type ActKind = 'scroll' | 'look' | 'like' | 'comment' | 'photo'

/** One thing that a guest does. */
interface Act {
  kind: ActKind
  /** Milliseconds of the evening. */
  at: number
}

/** From taking the phone out to putting it away; the Orma is listened to all the while. */
export interface Visit {
  /** Milliseconds of the evening. */
  from: number
  until: number
  /** In their order. */
  acts: Act[]
}

export interface Guest {
  bytesPerSecond: number
  signsIn: boolean
  visits: Visit[]
}

export interface EveningSize {
  guests: number
  hours: number
  /** Photos of a guest who signs in: most add fewer, some many more. */
  photos: number
  seed: number
}

/** Who comes when and does what: the same for the same seed. */
export function planEvening({ guests, hours, photos, seed }: EveningSize): Guest[] {
  const random = createRandom(seed)
  return random.times(guests, () => planGuest(random, hours, photos))
}

function planGuest(random: Random, hours: number, photos: number): Guest {
  const eveningMs = hours * HOUR_MS
  const signsIn = !random.chance(ONLY_LOOKING_SHARE)
  const visits = planVisits(random, eveningMs)
  for (const visit of visits) visit.acts = planActs(random, visit, signsIn)
  const count = signsIn ? Math.min(PHOTOS_MAX, exponential(random, photos)) : 0
  for (const at of random.times(count, () => random.whole(0, visits.length - 1))) {
    const visit = visits[at]
    visit?.acts.push({ kind: 'photo', at: momentIn(random, visit) })
  }
  for (const { acts } of visits) acts.sort((a, b) => a.at - b.at)
  return { bytesPerSecond: 1_000 * random.pick(LINES), signsIn, visits }
}

function planVisits(random: Random, eveningMs: number): Visit[] {
  const arrival = arrivalMoment(random)
  const later = random.times(random.whole(VISITS.least, VISITS.most) - 1, () =>
    laterMoment(random, arrival),
  )
  let over = 0
  return [arrival, ...later.toSorted((a, b) => a - b)].map((moment) => {
    const from = Math.max(over, moment * eveningMs)
    over = from + random.between(VISIT_MINUTES.least, VISIT_MINUTES.most) * MINUTE_MS
    return { from, until: over, acts: [] }
  })
}

function planActs(random: Random, visit: Visit, signsIn: boolean): Act[] {
  const some = (kind: ActKind, most: number) =>
    random.times(random.whole(0, most), () => ({ kind, at: momentIn(random, visit) }))
  const looked = [...some('scroll', 3), ...some('look', 3)]
  return signsIn ? [...looked, ...some('like', 4), ...some('comment', 1)] : looked
}

function momentIn(random: Random, { from, until }: Visit): number {
  return random.between(from, until)
}

/** A whole number around this mean: small ones often, large ones at times. */
function exponential(random: Random, mean: number): number {
  return Math.round(-mean * Math.log(1 - random.next()))
}
