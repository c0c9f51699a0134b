import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import { CallRefused } from './line.ts'
import type { Line } from './line.ts'
import { untilAnswered } from './retry.ts'
import type { Person } from './sign-in.ts'

const LOOK_EVERY_MS = 2_000
/** How long the server may take, besides, to say where they are. */
const ASKING_MS = 2 * 60_000
/** What is said of a post that is not there. */
const GONE = [404, 410]

/** A photo that a guest has begun to send. Milliseconds since the beginning. */
export interface SentPhoto {
  sha256: string
  author: Person
  begunAt: number
  /** When the server said that it has the photo. */
  answeredAt?: number | undefined
  post_id?: number
  /** Why the server wants it never. */
  refused?: string
}

export interface PhotoCounts {
  sent: number
  answered: number
  /** Never answered for: still on their way when the evening ended, or refused. */
  unanswered: number
  refused: number
  visible: number
  /** Stored, and not for everybody's eyes: they wait for the owner. */
  held: number
  /** Stored, and not processed when the time was over. */
  unprocessed: number
  /** In the feed more than once. */
  doubled: string[]
  /** Answered for, and the server did not say where they are. */
  untold: number
  /** Answered for, and not there. */
  lost: string[]
}

/** Counts each photo where it is now, once all are visible or after so long. Posts up to `newestBefore` were there before. */
export async function countPhotos(
  line: Line,
  photos: readonly SentPhoto[],
  {
    event_hash,
    newestBefore,
    waitMs,
  }: { event_hash: string; newestBefore: number; waitMs: number },
): Promise<PhotoCounts> {
  const patience = AbortSignal.timeout(waitMs + ASKING_MS)
  const call: Line['call'] = (kind, endpoint, options) =>
    untilAnswered(() => line.call(kind, endpoint, options), patience)
  const answered = photos.filter(({ answeredAt }) => answeredAt !== undefined)
  let inFeed = new Map<string, number>()
  for (let left = waitMs; ; left -= LOOK_EVERY_MS) {
    inFeed = await readFeed(call, event_hash, newestBefore)
    if (left <= 0 || answered.every(({ sha256 }) => inFeed.has(sha256))) break
    await wait(LOOK_EVERY_MS)
  }
  const counts: PhotoCounts = {
    sent: photos.length,
    answered: answered.length,
    unanswered: photos.length - answered.length,
    refused: photos.filter(({ refused }) => refused !== undefined).length,
    visible: 0,
    held: 0,
    unprocessed: 0,
    untold: 0,
    doubled: photos.filter(({ sha256 }) => (inFeed.get(sha256) ?? 0) > 1).map((p) => p.sha256),
    lost: [],
  }
  for (const photo of answered) {
    if (inFeed.has(photo.sha256)) counts.visible += 1
    else await countHidden(call, { event_hash, newestBefore }, photo, counts)
  }
  return counts
}

/** How often each photo is in the feed, by its hash. */
async function readFeed(
  call: Line['call'],
  event_hash: string,
  newestBefore: number,
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  let after: number | undefined
  for (let page = FIRST_PAGE; ; page += 1) {
    const posts = await call('check: feed', api.listPosts, {
      params: { event_hash, page },
      query: {
        limit: String(PAGE_SIZE_MAX),
        ...(after === undefined ? {} : { after: `${after}` }),
      },
    })
    const ours = posts.filter(({ id }) => id > newestBefore)
    for (const { sha256 } of ours) times.set(sha256, (times.get(sha256) ?? 0) + 1)
    if (ours.length === 0) return times
    after = posts.at(-1)?.id
  }
}

async function countHidden(
  call: Line['call'],
  { event_hash, newestBefore }: { event_hash: string; newestBefore: number },
  { post_id, author: { token }, sha256 }: SentPhoto,
  counts: PhotoCounts,
): Promise<void> {
  const params = { event_hash, post_id: post_id ?? 0 }
  try {
    const { post } = await call('check: post', api.getPost, { params, token })
    if (post.status === 'FAILEDBYNUDITY') counts.held += 1
    else if (post.status === 'READYFORPROCESSING') counts.unprocessed += 1
    // Shown since the feed was read, or the feed lacks it.
    else if ((await readFeed(call, event_hash, newestBefore)).has(sha256)) counts.visible += 1
    else counts.lost.push(sha256)
  } catch (error) {
    if (error instanceof CallRefused && GONE.includes(error.status)) counts.lost.push(sha256)
    else counts.untold += 1
  }
}
