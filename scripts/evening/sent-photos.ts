import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE_MAX } from '../../contract/limits.ts'
import type { Line } from './line.ts'
import type { Person } from './sign-in.ts'

const LOOK_EVERY_MS = 2_000

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
  /** Answered for, and in none of these places. */
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
  const answered = photos.filter(({ answeredAt }) => answeredAt !== undefined)
  let inFeed = new Map<string, number>()
  for (let left = waitMs; ; left -= LOOK_EVERY_MS) {
    inFeed = await readFeed(line, event_hash, newestBefore)
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
    doubled: photos.filter(({ sha256 }) => (inFeed.get(sha256) ?? 0) > 1).map((p) => p.sha256),
    lost: [],
  }
  for (const photo of answered) {
    if (inFeed.has(photo.sha256)) counts.visible += 1
    else await countHidden(line, event_hash, photo, counts)
  }
  return counts
}

/** How often each photo is in the feed, by its hash. */
async function readFeed(
  line: Line,
  event_hash: string,
  newestBefore: number,
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  let after: number | undefined
  for (let page = FIRST_PAGE; ; page += 1) {
    const posts = await line.call('check: feed', api.listPosts, {
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
  line: Line,
  event_hash: string,
  { post_id, author: { token }, sha256 }: SentPhoto,
  counts: PhotoCounts,
): Promise<void> {
  const params = { event_hash, post_id: post_id ?? 0 }
  const answer = await line
    .call('check: post', api.getPost, { params, token })
    // What cannot be read is lost.
    .catch(() => undefined)
  const status = answer?.post.status
  if (status === 'FAILEDBYNUDITY') counts.held += 1
  else if (status === 'READYFORPROCESSING') counts.unprocessed += 1
  else counts.lost.push(sha256)
}
