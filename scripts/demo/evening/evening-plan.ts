import type { Frame } from '../paint/marks.ts'
import { createRandom } from '../paint/seeded-random.ts'
import type { Random } from '../paint/seeded-random.ts'
import { ALBUM } from './album.ts'
import type { MotifName } from './album.ts'
import { ANYWHERE, THANKS, WORDS } from './guest-words.ts'
import { GUESTS } from './guests.ts'

const MINUTE_MS = 60_000
/** The last minute of the evening in which photos are shared, liked and commented on. */
const LAST_MINUTE = 400
/** Chosen so that no two photos in a row show the same motif, except in a burst. */
const SEED = 352
/** Phones are held upright or sideways, or take squares. */
const SHAPES = [
  { width: 1333, height: 1000 },
  { width: 1000, height: 1333 },
  { width: 1500, height: 1000 },
  { width: 1000, height: 1333 },
  { width: 1000, height: 1000 },
  { width: 1333, height: 1000 },
  { width: 1000, height: 1250 },
] as const satisfies readonly Frame[]
/** One photo in so many begins a burst. */
const SHOTS_A_BURST = 11
const BURST_SECONDS = 3
/** The owner, then the guests. */
const PEOPLE = [0, ...GUESTS.keys().map((at) => at + 1)]

export interface PlannedPhoto {
  motif: MotifName
  seed: number
  /** Index within its burst. */
  take: number
  frame: Frame
  /** Epoch milliseconds, as all times here. */
  takenAt: number
  sharedAt: number
  /** Index in the list of people: the owner is 0. */
  author: number
  likes: readonly { person: number; at: number }[]
  /** Oldest first. */
  comments: readonly { person: number; at: number; text: string }[]
}

/** The beginning, five o'clock on this machine, of the last evening whose likes and comments have all been made. */
export function eveningBefore(nowMs: number): Date {
  const start = new Date(nowMs)
  start.setHours(17, 0, 0, 0)
  if (start.getTime() + LAST_MINUTE * MINUTE_MS > nowMs) start.setDate(start.getDate() - 1)
  return start
}

/** The evening's photos, in the order in which they are shared. Fewer photos are an even selection of all of them. */
export function planEvening(startMs: number, photos: number): PlannedPhoto[] {
  const random = createRandom(SEED)
  const said = createTalk(random)
  const time = (minute: number) => Math.round(startMs + minute * MINUTE_MS)
  const timed = <Said extends { at: number }>(one: Said) => ({ ...one, at: time(one.at) })
  const planned = shots(random).flatMap((shot, place) => {
    const author = random.chance(0.08) ? 0 : random.whole(1, GUESTS.length)
    const takes = place % SHOTS_A_BURST === 4 ? 2 + (place % 2) : 1
    return random.times(takes, (take): PlannedPhoto => {
      const shared = shot.shared + take * 0.3
      const fame = take === 0 ? random.next() ** 1.6 : 0
      return {
        motif: shot.motif,
        seed: shot.seed,
        take,
        frame: SHAPES[place % SHAPES.length] ?? SHAPES[0],
        takenAt: time(shot.taken + (take * BURST_SECONDS) / 60),
        sharedAt: time(shared),
        author,
        likes: likes(random, shared, fame).map(timed),
        comments: said(shot.motif, author, shared, fame).map(timed),
      }
    })
  })
  const count = Math.min(photos, planned.length)
  const step = (at: number) => Math.floor((at * count) / planned.length)
  return planned.filter((_photo, at) => step(at) !== step(at - 1))
}

/** Every picture of the album once, with the minutes in which it is taken and shared, in the order of sharing. */
function shots(random: Random) {
  return (Object.keys(ALBUM) as MotifName[])
    .flatMap((motif) => {
      const { seeds, from, to } = ALBUM[motif]
      return seeds.map((seed, at) => {
        const taken = from + ((at + random.next()) / seeds.length) * (to - from)
        return { motif, seed, taken, shared: shareMinute(random, taken) }
      })
    })
    .toSorted((a, b) => a.shared - b.shared)
}

/** When a photo taken in this minute is shared: most at once, some after a conversation or at the end of the evening. */
function shareMinute(random: Random, taken: number): number {
  const shared = taken + (random.chance(0.45) ? random.between(1, 14) : random.between(30, 240))
  const [lastFrom, lastTo] = [LAST_MINUTE - 45, LAST_MINUTE - 18]
  return shared < lastTo ? shared : Math.max(taken + 1, random.between(lastFrom, lastTo))
}

/** A minute after `from`, mostly soon. */
function soonAfter(random: Random, from: number): number {
  return Math.min(from + 0.4 + 70 * random.next() ** 3, LAST_MINUTE - random.next())
}

function likes(random: Random, shared: number, fame: number): { person: number; at: number }[] {
  return PEOPLE.filter(() => random.chance(0.22 + fame * 0.72)).map((person) => ({
    person,
    at: soonAfter(random, shared),
  }))
}

/** Picks comments for photos; one about a motif is used once in the whole evening. */
function createTalk(random: Random) {
  const left = new Map(Object.entries(WORDS).map(([motif, texts]) => [motif, [...texts]]))
  const small: string[] = []
  const takeOne = (list: string[]) => list.splice(random.whole(0, list.length - 1), 1)
  return (motif: MotifName, author: number, shared: number, fame: number) => {
    const own = left.get(motif) ?? []
    const others = PEOPLE.filter((person) => person !== author)
    const said = random.times(Math.round(fame * 3.4 + random.between(0, 1.6)), () => {
      if (small.length === 0) small.push(...ANYWHERE)
      const [text = ''] = takeOne(own.length > 0 && random.chance(0.62) ? own : small)
      const [person = 0] = others.splice(random.whole(0, others.length - 1), 1)
      return { person, at: soonAfter(random, shared), text }
    })
    if (said.length > 1 && random.chance(0.4)) {
      const last = Math.max(...said.map(({ at }) => at))
      const at = Math.min(last + 1.5, LAST_MINUTE)
      said.push({ person: author, at, text: random.pick(THANKS) })
    }
    return said.toSorted((a, b) => a.at - b.at)
  }
}
