import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Event, Post } from '../../contract/entities.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import { addPostRows } from '../../tests/support/many-posts.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { feedUrl } from './feed-url.ts'
import type { Figure } from './figure.ts'
import { answerSize, inTurns, latency, sideBySide, throughput } from './http-load.ts'

/** Many short turns: what else the machine does comes and goes within seconds. */
const ROUNDS = 25
const REQUESTS = 2_000
/** Until the code of a server just started is compiled; it answers twice as fast then, the bare one as well. */
const WARM_UP = 10_000
/** An Orma of each size: what grows with the number of posts shows in the table. */
const SIZES = [100, 10_000, 200_000]
const DEEP_SHARE = 0.9

/** What the server does on its embedded database, beside a server that only writes the same bytes. */
export async function serverFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  try {
    const figures: Figure[] = [memory('memory of the server at rest', orma, 150)]
    for (const size of SIZES) figures.push(...(await feedFigures(orma, size)))
    figures.push(await restart(orma))
    return figures
  } finally {
    await orma.close()
  }
}

async function feedFigures(orma: OrmaServer, size: number): Promise<Figure[]> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga')
  const event = await client.createOrma(owner)
  addPostRows(orma, event, owner, size)
  // Connections that the server has closed meanwhile are noticed before the next request.
  await setImmediate()
  const first = feedUrl(orma, event)
  // Not compressed, as the load asks for it too.
  const answer = await fetch(first, { headers: { 'accept-encoding': 'identity' } })
  const body = await answer.text()
  const posts = JSON.parse(body) as Post[]
  const newest = posts[0]?.id ?? 0
  const after = (id: number) => `${feedUrl(orma, event, 2)}?after=${id}`
  const second = after(posts.at(-1)?.id ?? 0)
  const deep = after(newest - Math.floor(size * DEEP_SHARE))
  const of = `of ${size} posts`
  const bare = await startBare(body, answer.headers)
  const { change, close } = changesOf(orma, event)
  try {
    if ((await answerSize(first)) !== (await answerSize(bare.url))) {
      throw new Error('the bare server writes other bytes')
    }
    for (const url of [first, second, bare.url]) await throughput(url, WARM_UP)
    const limit = () => throughput(bare.url, REQUESTS)
    const top = await sideBySide(ROUNDS, () => throughput(first, REQUESTS), limit, 0.5)
    const next = await sideBySide(ROUNDS, () => throughput(second, REQUESTS), limit, 0.2)
    // Pages at rest come out of memory. After a change each is read once again by whoever asks for it first.
    const [alone = NaN, kept = NaN, read = NaN, far = NaN] = await inTurns(ROUNDS, [
      () => latency(first, 100),
      () => latency(second, 100),
      () => latency(second, 100, change),
      () => latency(deep, 100, change),
    ])
    return [
      { name: `feed, page 1 ${of}`, ...top, unit: 'req/s' },
      { name: `feed, page 2 ${of}`, ...next, unit: 'req/s' },
      {
        name: `feed, page 2 after a change against page 2 at rest ${of}`,
        measured: read,
        limit: kept,
        unit: 'ms',
      },
      {
        name: `feed, deep page against page 2, each after a change ${of}`,
        measured: far,
        limit: read,
        unit: 'ms',
        budget: { atMost: 1.3 },
        isHeld: true,
      },
      { name: `feed, page 1 ${of}, alone`, measured: alone, unit: 'ms', budget: { atMost: 20 } },
      {
        name: `feed, page 1 ${of}`,
        measured: Buffer.byteLength(body) / 1000,
        unit: 'kB',
        budget: { atMost: 30 },
        isHeld: true,
      },
    ]
  } finally {
    close()
    bare.stop()
  }
}

/** Has an Orma's feed be read anew, as each like does. By the database itself, so that nothing but the reading is measured. */
function changesOf(orma: OrmaServer, { id }: Event): { change: () => void; close: () => void } {
  const db = new DatabaseSync(orma.databaseAddress, { timeout: 10_000 })
  db.exec('pragma synchronous = off')
  const count = db.prepare('update events set feed_version = feed_version + 1 where id = ?')
  return { change: () => void count.run(id), close: () => db.close() }
}

/** From the start of the process to the first answer, with all the posts in store. */
async function restart(orma: OrmaServer): Promise<Figure> {
  await addRealPhoto(orma)
  await orma.stop()
  const start = performance.now()
  await orma.restart()
  await fetch(`${orma.url}/readyz`)
  const name = `ready after start, ${SIZES.reduce((sum, size) => sum + size)} posts`
  return { name, measured: performance.now() - start, unit: 'ms', budget: { atMost: 1000 } }
}

/** A server does not start where none of its photos is there, as on a disk that is not mounted. */
async function addRealPhoto(orma: OrmaServer): Promise<void> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Rea')
  await client.upload(await client.createOrma(owner), owner, await makePhoto())
}

function memory(name: string, orma: OrmaServer, atMost: number): Figure {
  return { name, measured: residentMegabytes(orma.pid), unit: 'MB', budget: { atMost } }
}

/** From the process's own figures in /proc; NaN where there are none. */
export function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1000
  } catch {
    return NaN
  }
}

/** A server of these bytes and headers in a process of its own. */
export async function startBare(
  body: string,
  headers: Headers,
): Promise<{ url: string; pid: number; stop: () => void }> {
  const file = join(tmpdir(), `orma-bench-${process.pid}.json`)
  await writeFile(file, body)
  const all = Object.fromEntries(headers)
  // Node writes these itself.
  for (const own of ['connection', 'date', 'keep-alive']) delete all[own]
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [file, JSON.stringify(all)])
  const [port] = (await once(child, 'message')) as [number]
  await rm(file)
  const url = `http://127.0.0.1:${port}/`
  return { url, pid: child.pid ?? 0, stop: () => void child.kill() }
}
