import { setTimeout as wait } from 'node:timers/promises'
import { createApiClient } from '../../tests/support/api-client.ts'
import { checkIntegrity } from '../../tests/support/database-integrity.ts'
import { createSeededRandom } from '../../tests/support/seeded-random.ts'
import type { SeededRandom } from '../../tests/support/seeded-random.ts'
import { readStoredPhotos, readWords } from '../../tests/support/stored-photos.ts'
import type { StoredPhoto, StoredWords } from '../../tests/support/stored-photos.ts'
import { checkHistory } from './history.ts'
import type { Findings } from './history.ts'
import { startTrialServer } from './server-victims.ts'
import type { DatabaseName, TrialServer } from './server-victims.ts'
import { createWriter } from './server-writer.ts'
import type { WrittenPost } from './server-writer.ts'

interface ServerTrialOptions {
  seed: number
  writes: number
  database: DatabaseName
}

interface ServerTrial extends Findings {
  writes: number
  kills: number
  /** Requests that came to nothing and were made again. */
  faults: number
  /** From starting again what was killed until the server can work. */
  slowestStartMs: number
  /** What ran. */
  version: string
}

const WRITERS = 4
const PEOPLE_PER_WRITER = 5
const READY_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50

/** Uploads, comments, likes and deletions go on while server and database are killed in turn, every 2 to 5 seconds. */
export async function runServerTrial({
  seed,
  writes,
  database,
}: ServerTrialOptions): Promise<ServerTrial> {
  const random = createSeededRandom(seed)
  const server = await startTrialServer(database)
  const { orma, version } = server
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Anna')
    const event = await client.createOrma(owner)
    const writers = []
    for (let n = 0; n < WRITERS; n += 1) {
      const people = []
      for (let guest = 0; guest < PEOPLE_PER_WRITER; guest += 1) {
        people.push(await client.signUp(`Guest ${n}.${guest}`))
      }
      const chance = createSeededRandom(seed * 100 + n)
      writers.push(createWriter({ client, event, people, random: chance }))
    }
    let left = writes
    const writing = Promise.all(
      writers.map(async ({ write }) => {
        while (left-- > 0) await write()
      }),
    )
    const { kills, slowestStartMs } = await killUntil(writing, server, random)
    await writing
    await orma.stop()
    const findings = check(
      writers.flatMap(({ posts }) => posts),
      await readStoredPhotos(orma, event.event_hash),
      await readWords(orma, event.event_hash),
    )
    const faults = writers.reduce((sum, { retries }) => sum + retries(), 0)
    return { ...findings, writes, kills, faults, slowestStartMs, version }
  } finally {
    await server.close()
  }
}

async function killUntil(
  done: Promise<unknown>,
  { orma, victims }: TrialServer,
  random: SeededRandom,
): Promise<{ kills: number; slowestStartMs: number }> {
  let isDone = false
  const mark = () => (isDone = true)
  done.then(mark, mark)
  let [kills, slowestStartMs] = [0, 0]
  for (;;) {
    await Promise.race([wait(random.between(2000, 5000)), done])
    if (isDone) return { kills, slowestStartMs }
    const victim = victims[kills % victims.length]
    await victim?.kill9()
    kills += 1
    const startedAt = performance.now()
    await victim?.restart()
    await whenReady(orma.url)
    slowestStartMs = Math.max(slowestStartMs, Math.round(performance.now() - startedAt))
    await checkIntegrity(orma.databaseAddress)
  }
}

export async function whenReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    if (Date.now() > deadline) throw new Error(`not ready: ${await reply?.text()}`)
    await wait(LOOK_AGAIN_MS)
  }
}

/** Compares what the writers were told is done with what lies there. */
export function check(posts: WrittenPost[], stored: StoredPhoto[], words: StoredWords): Findings {
  const kept = posts.filter(({ isDeleted }) => !isDeleted)
  const byTime = kept.toSorted((a, b) => a.id - b.id)
  const photos = checkHistory(
    byTime.map(({ sha256 }) => sha256),
    stored.map(({ bytesSha256 }) => bytesSha256),
  )
  const keptIds = new Set(kept.map(({ id }) => id))
  const undead = stored.filter(({ postId }) => !keptIds.has(postId)).length
  const comments = checkHistory(
    kept.flatMap((post) => post.comments),
    words.comments,
  )
  const likes = kept.flatMap(({ id, likes: users }) => [...users].map((user) => `${id}:${user}`))
  const likesWrong = new Set(likes).symmetricDifference(new Set(words.likes)).size
  return {
    lost: photos.lost + undead + comments.lost + likesWrong,
    doubled: photos.doubled + comments.doubled,
    disordered: 0,
  }
}
