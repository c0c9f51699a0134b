import { CHUNK_BYTES } from '../../contract/limits.ts'
import { createRandom } from '../seeded-random.ts'
import type { Random } from '../seeded-random.ts'
import { planGuest } from '../evening/evening-plan.ts'
import type { ActKind, Visit } from '../evening/evening-plan.ts'
import { BYTES, DRAWN, SATURDAY, THUMBS } from './assumptions.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 36 * 60

/** What is counted, each for every minute since that day's midnight. */
export const COUNTED = [
  'API requests',
  'pictures',
  'photos',
  'likes and comments',
  'database writes',
  'live messages',
  'bytes in',
  'bytes out',
  'listeners',
] as const
export type Counted = (typeof COUNTED)[number]
export type Load = Record<Counted, Float64Array>

/** Chunks of a photo in the resumable upload, the last request asks for its post, the first begins. */
export const UPLOAD_REQUESTS =
  2 + 1 + Math.ceil((BYTES.photo - CHUNK_BYTES.first) / CHUNK_BYTES.max)

/** Requests and rows written by each act. A photo: upload, post, job, published, change of the feed, large rendition. */
const ACTS: Record<ActKind, { requests: number; pictures: number; writes: number; out: number }> = {
  scroll: { requests: 1, pictures: THUMBS.scroll, writes: 0, out: BYTES.feed },
  look: { requests: 2, pictures: 1, writes: 0, out: 2 * BYTES.call },
  like: { requests: 1, pictures: 0, writes: 1, out: BYTES.call },
  comment: { requests: 1, pictures: 0, writes: 1, out: BYTES.call },
  photo: { requests: UPLOAD_REQUESTS, pictures: 0, writes: 8, out: UPLOAD_REQUESTS * BYTES.call },
}

/** The load of the whole Saturday, minute by minute: the same for the same seed. */
export function simulate(seed: number): Load {
  const random = createRandom(seed)
  const minutes = () => new Float64Array(DAY_MINUTES)
  const load = Object.fromEntries(COUNTED.map((name) => [name, minutes()])) as Load
  for (let at = 0; at < DRAWN; at += 1) addEvening(random, load)
  const each = SATURDAY.events / DRAWN
  for (const name of COUNTED) load[name] = load[name].map((count) => count * each)
  return load
}

function addEvening(random: Random, load: Load): void {
  const { guests, hours, photosPerSigner, beginsAt, beginSpreadHours } = SATURDAY
  const spread = random.between(-1, 1) + random.between(-1, 1)
  const beginMinute = 60 * (beginsAt + spread * beginSpreadHours)
  const news = new Map<number, number>()
  const listeners = new Map<number, number>()
  for (let at = 0; at < guests; at += 1) {
    const { signsIn, visits } = planGuest(random, hours, photosPerSigner)
    for (const [number, visit] of visits.entries()) {
      const minuteOf = (ms: number) => Math.floor(beginMinute + ms / MINUTE_MS)
      addVisit(load, visit, { isFirst: number === 0, signsIn, minuteOf })
      for (const { kind, at: ms } of visit.acts) {
        if (kind !== 'scroll' && kind !== 'look') count(news, minuteOf(ms), 1)
      }
      for (let minute = minuteOf(visit.from); minute <= minuteOf(visit.until); minute += 1) {
        const from = Math.max(visit.from, (minute - beginMinute) * MINUTE_MS)
        const until = Math.min(visit.until, (minute + 1 - beginMinute) * MINUTE_MS)
        count(listeners, minute, Math.max(0, until - from) / MINUTE_MS)
      }
    }
  }
  for (const [minute, present] of listeners) {
    const messages = (news.get(minute) ?? 0) * present
    add(load, minute, { listeners: present, 'live messages': messages })
    add(load, minute, { 'bytes out': messages * BYTES.news })
  }
}

interface VisitParts {
  isFirst: boolean
  signsIn: boolean
  minuteOf: (ms: number) => number
}

function addVisit(load: Load, visit: Visit, { isFirst, signsIn, minuteOf }: VisitParts): void {
  const signingIn = isFirst && signsIn ? 2 : 0
  const thumbs = isFirst ? THUMBS.first : THUMBS.later
  const opened = 3 + Number(signsIn) + signingIn
  add(load, minuteOf(visit.from), {
    'API requests': opened,
    pictures: thumbs,
    'database writes': Number(signsIn) + 2 * signingIn,
    'bytes in': opened * BYTES.call,
    'bytes out':
      (isFirst ? BYTES.page : 0) + BYTES.feed + opened * BYTES.call + thumbs * BYTES.thumb,
  })
  for (const { kind, at } of visit.acts) {
    const { requests, pictures, writes, out } = ACTS[kind]
    const pictureBytes = kind === 'look' ? BYTES.full : BYTES.thumb
    add(load, minuteOf(at), {
      'API requests': requests,
      pictures,
      photos: Number(kind === 'photo'),
      'likes and comments': Number(kind === 'like' || kind === 'comment'),
      'database writes': writes,
      'bytes in': requests * BYTES.call + (kind === 'photo' ? BYTES.photo : 0),
      'bytes out': out + pictures * pictureBytes,
    })
  }
}

function add(load: Load, minute: number, counts: Partial<Record<Counted, number>>): void {
  for (const [name, value] of Object.entries(counts) as [Counted, number][]) {
    const minutes = load[name]
    minutes[minute] = (minutes[minute] ?? 0) + value
  }
}

function count(counts: Map<number, number>, minute: number, value: number): void {
  counts.set(minute, (counts.get(minute) ?? 0) + value)
}
