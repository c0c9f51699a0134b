import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { sql } from '../../server/db/sql.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import type { ApiClient } from '../../tests/support/api-client.ts'
import { openDatabase } from '../../tests/support/database-places.ts'
import { followLive } from './live-follower.ts'
import type { Heard, LiveFollower } from './live-follower.ts'
import { createSeededRandom } from '../../tests/support/seeded-random.ts'
import type { SeededRandom } from '../../tests/support/seeded-random.ts'
import { sha256Of } from '../../tests/support/sized-photos.ts'
import { readStoredPhotos, readWords } from '../../tests/support/stored-photos.ts'
import type { StoredPhoto } from '../../tests/support/stored-photos.ts'
import { startScaledOut } from './scale-victims.ts'
import type { ScaledOut } from './scale-victims.ts'
import { check, whenReady } from './server-trial.ts'
import { createWriter } from './server-writer.ts'

interface ScaleTrial {
  lost: number
  doubled: number
  /** Posts that nobody sees yet when all jobs are done. */
  unshown: number
  /** What a listener has not heard as the feed has it, for all listeners. */
  unheard: string[]
  /** Listeners who were told to ask for everything again. */
  resets: number
  /** Photos that were acknowledged. */
  photos: number
  /** Requests that came to nothing and were made again. */
  faults: number
  /** How often listeners joined again. */
  rejoined: number
}

const WRITERS = 3
const LISTENERS = 4
const DOWN_MS = 1500
const IDLE_WITHIN_MS = 120_000
const HEARD_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 500

/**
 * Guests upload, like, comment and delete through nginx, and listen, while processes, the database and the store of photos are killed
 * and started again, as the seed has it: `kills` times in all.
 */
export async function runScaleTrial(seed: number, kills: number): Promise<ScaleTrial> {
  const random = createSeededRandom(seed)
  const place = await startScaledOut()
  const givenUp = new AbortController()
  try {
    const [web] = place.webs
    if (!web) throw new Error('no web process')
    // Codes are on the output of the process that was asked.
    const direct = createApiClient(web)
    const owner = await direct.signUp('Anna')
    const event = await direct.createOrma(owner)
    const client = createApiClient({ ...web, url: place.url })
    const listeners = await Promise.all(
      Array.from({ length: LISTENERS }, () => followLive(place.url, event.event_hash)),
    )
    const writers = []
    for (let n = 0; n < WRITERS; n += 1) {
      const people = [await direct.signUp(`Guest ${n}.0`), await direct.signUp(`Guest ${n}.1`)]
      const options = { client, event, people, random: createSeededRandom(seed * 100 + n) }
      writers.push(createWriter({ ...options, chunksTo: place.url, signal: givenUp.signal }))
    }
    const over = new AbortController()
    const writing = Promise.all(
      writers.map(async ({ write }) => {
        while (!over.signal.aborted) await write()
      }),
    )
    // A write that is refused ends the trial at once.
    await Promise.race([killInTurn(place, random, kills), writing])
    over.abort()
    await writing
    await whenIdle(place.databaseAddress)

    const stored = await readStored(place, event)
    const words = await readWords(
      { dataDir: '', databaseAddress: place.databaseAddress },
      event.event_hash,
    )
    const { lost, doubled } = check(
      writers.flatMap(({ posts }) => posts),
      stored,
      words,
    )
    const feed = await readFeed(client, event)
    const unheard = await whatIsUnheard(listeners, feed)
    await Promise.all(listeners.map((listener) => listener.close()))
    return {
      lost,
      doubled,
      unshown: stored.length - feed.length,
      unheard,
      resets: listeners.reduce((sum, { heard }) => sum + heard().resets, 0),
      photos: writers.reduce((sum, { posts }) => sum + posts.length, 0),
      faults: writers.reduce((sum, { retries }) => sum + retries(), 0),
      rejoined: listeners.reduce((sum, { joins }) => sum + joins() - 1, 0),
    }
  } finally {
    givenUp.abort()
    await place.close()
  }
}

/** Each store once, at a time of chance, and processes of chance before, between and after. */
async function killInTurn(
  { processes, stores, webs, workers }: ScaledOut,
  random: SeededRandom,
  kills: number,
): Promise<void> {
  const [first, second] = [random.between(1, kills / 2 - 1), random.between(kills / 2, kills - 2)]
  const turns = new Map([first, second].map((turn, at) => [turn, stores[at]]))
  for (let turn = 0; turn < kills; turn += 1) {
    await wait(random.between(1500, 4000))
    const victim = turns.get(turn) ?? processes[random.between(0, processes.length - 1)]
    await victim?.kill9()
    await wait(random.between(0, DOWN_MS))
    await victim?.restart()
    for (const { url } of [...webs, ...workers]) await whenReady(url)
  }
}

/** Resolves once no job is left. */
async function whenIdle(databaseAddress: string): Promise<void> {
  const db = await openDatabase(databaseAddress)
  const deadline = Date.now() + IDLE_WITHIN_MS
  try {
    for (;;) {
      const [job] = await db.all(sql`select queue, state, failures, last_error from jobs`)
      if (!job) return
      if (Date.now() > deadline) throw new Error(`a job is not done: ${JSON.stringify(job)}`)
      await wait(LOOK_AGAIN_MS)
    }
  } finally {
    await db.close()
  }
}

/** What the database has of photos, with the hashes of what lies in the bucket. */
async function readStored(
  { databaseAddress, blobs }: ScaledOut,
  { event_hash }: Event,
): Promise<StoredPhoto[]> {
  const rows = await readStoredPhotos({ dataDir: '/nowhere', databaseAddress }, event_hash)
  return Promise.all(
    rows.map(async (row) => {
      const name = row.file.split('/').at(-1)?.split('.')[0] ?? ''
      const bytes = await blobs.read(mediaKeys(name).original)
      return { ...row, bytesSha256: bytes && sha256Of(bytes) }
    }),
  )
}

async function readFeed(client: ApiClient, { event_hash }: Event): Promise<Post[]> {
  const feed: Post[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await client.call(api.listPosts, { params: { event_hash, page } })
    if (body.length === 0) return feed
    feed.push(...(body as Post[]))
  }
}

/** What of the feed was told otherwise, once the listeners have had the time to hear of it. */
async function whatIsUnheard(
  listeners: readonly LiveFollower[],
  feed: readonly Post[],
): Promise<string[]> {
  const deadline = Date.now() + HEARD_WITHIN_MS
  for (;;) {
    const unheard = listeners.flatMap(({ heard }) => compareHeard(heard(), feed))
    if (unheard.length === 0 || Date.now() > deadline) return unheard
    await wait(LOOK_AGAIN_MS)
  }
}

function compareHeard({ posts }: Heard, feed: readonly Post[]): string[] {
  const shown = new Set(feed.map(({ id }) => id))
  const others = [...shown.symmetricDifference(posts)].map((id) => `post ${id}`)
  const words = feed.flatMap(({ id, likeCount, commentCount, Comments }) => {
    const told = posts.get(id)
    if (!told) return []
    const texts = new Set(told.comments.values())
    const knowsAll =
      texts.size === commentCount && Comments.every(({ content }) => texts.has(content))
    return [
      ...(knowsAll ? [] : [`comments of ${id}: ${texts.size} for ${commentCount}`]),
      ...(told.likes.size === likeCount
        ? []
        : [`likes of ${id}: ${told.likes.size} for ${likeCount}`]),
    ]
  })
  return [...others, ...words]
}
