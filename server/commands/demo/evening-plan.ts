import { ALBUM, shapeOf } from './album.ts'
import type { MotifName } from './album.ts'
import type { Frame } from './develop.ts'
import { ANYWHERE, THANKS, WORDS } from './guest-words.ts'
import { GUESTS } from './guests.ts'
import { createRandom } from './seeded-random.ts'
import type { Random } from './seeded-random.ts'

const MINUTE_MS = 60_000
/** Until when photos are shared, liked and talked about, counted from the evening's start. */
const LAST_MINUTE = 400
const SEED = 20_260_620

export interface PlannedPhoto {
  motif: MotifName
  seed: number
  frame: Frame
  /** Milliseconds since the epoch, as all times here. */
  takenAt: number
  sharedAt: number
  /** Place in the list of people: the owner is 0. */
  author: number
  likes: readonly { person: number; at: number }[]
  /** Oldest first. */
  comments: readonly { person: number; at: number; text: string }[]
}

/** The latest evening, from five o'clock on this machine, that is over with all that was said about it. */
export function eveningBefore(nowMs: number): Date {
  const start = new Date(nowMs)
  start.setHours(17, 0, 0, 0)
  if (start.getTime() + LAST_MINUTE * MINUTE_MS > nowMs) start.setDate(start.getDate() - 1)
  return start
}

/** What happens in the evening, in the order in which photos are shared. Fewer photos are an even choice of all of them. */
export function planEvening(startMs: number, photos: number): PlannedPhoto[] {
  const random = createRandom(SEED)
  const said = createTalk(random)
  const all = (Object.keys(ALBUM) as MotifName[]).flatMap((motif) => {
    const { seeds, from, to } = ALBUM[motif]
    return seeds.map((seed, at) => {
      const taken = from + ((at + random.next()) / seeds.length) * (to - from)
      return { motif, seed, taken, shared: shareMinute(random, taken) }
    })
  })
  const planned = all
    .toSorted((a, b) => a.shared - b.shared)
    .map(({ motif, seed, taken, shared }, at): PlannedPhoto => {
      const author = random.chance(0.08) ? 0 : random.whole(1, GUESTS.length)
      const time = (minute: number) => Math.round(startMs + minute * MINUTE_MS)
      const fame = random.next() ** 1.6
      return {
        motif,
        seed,
        frame: shapeOf(at),
        takenAt: time(taken),
        sharedAt: time(shared),
        author,
        likes: likes(random, shared, fame).map((like) => ({ ...like, at: time(like.at) })),
        comments: said(motif, { author, shared, fame }).map((one) => ({
          ...one,
          at: time(one.at),
        })),
      }
    })
  const count = Math.min(photos, planned.length)
  return planned.filter(
    (_photo, at) =>
      Math.floor((at * count) / planned.length) !== Math.floor(((at - 1) * count) / planned.length),
  )
}

/** When a photo taken in this minute is shared: most at once, some at the end of a conversation or of the evening. */
function shareMinute(random: Random, taken: number): number {
  const shared = taken + (random.chance(0.58) ? random.between(1, 14) : random.between(30, 240))
  const [lastFrom, lastTo] = [LAST_MINUTE - 45, LAST_MINUTE - 18]
  return shared < lastTo ? shared : Math.max(taken + 1, random.between(lastFrom, lastTo))
}

/** A minute after `from`: soon, as a rule. */
function soonAfter(random: Random, from: number): number {
  return Math.min(from + 0.4 + 70 * random.next() ** 3, LAST_MINUTE - random.next())
}

function likes(random: Random, shared: number, fame: number): { person: number; at: number }[] {
  return Array.from({ length: GUESTS.length + 1 }, (_, person) => person)
    .filter(() => random.chance(0.22 + fame * 0.72))
    .map((person) => ({ person, at: soonAfter(random, shared) }))
}

type Talk = (
  motif: MotifName,
  photo: { author: number; shared: number; fame: number },
) => { person: number; at: number; text: string }[]

/** Finds words for photos; a sentence about something is said once in the whole evening. */
function createTalk(random: Random): Talk {
  const left = new Map<MotifName, string[]>()
  const small = [...ANYWHERE]
  const takeOne = (list: string[]) => list.splice(random.whole(0, Math.max(0, list.length - 1)), 1)
  return (motif, { author, shared, fame }) => {
    const own = left.get(motif) ?? [...WORDS[motif]]
    left.set(motif, own)
    const texts = random
      .times(Math.round(fame * 3.4 + random.between(0, 1.6)), () => {
        if (small.length === 0) small.push(...ANYWHERE)
        return takeOne(own.length > 0 && random.chance(0.62) ? own : small)
      })
      .flat()
    const others = Array.from({ length: GUESTS.length + 1 }, (_, person) => person).filter(
      (person) => person !== author,
    )
    const said = texts.map((text) => ({
      person: others.splice(random.whole(0, others.length - 1), 1)[0] ?? 0,
      at: soonAfter(random, shared),
      text,
    }))
    const last = Math.max(shared, ...said.map(({ at }) => at))
    if (said.length > 1 && random.chance(0.4))
      said.push({
        person: author,
        at: Math.min(last + 1.5, LAST_MINUTE),
        text: THANKS[random.whole(0, THANKS.length - 1)] ?? '',
      })
    return said.toSorted((a, b) => a.at - b.at)
  }
}
