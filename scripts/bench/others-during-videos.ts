import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import type { ApiClient, Person } from '../../tests/support/api-client.ts'
import { addPostRows } from '../../tests/support/many-posts.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import { sendVideo } from '../../tests/support/send-video.ts'
import type { Figure } from './figure.ts'
import { quantile } from './http-load.ts'

const POSTS = 100
/** Who look at the feed and like something in it. */
const GUESTS = 20
const EVERY_MS = 400
/** So many that nobody likes more often in a minute than the server lets them. */
const PAGES_A_LIKE = 3
/** Until the code of a server just started is compiled. */
const WARM_UP_MS = 5_000
const REST_MS = 15_000

/** How long guests wait for answers while two videos are made, against the same guests with none made, before and after. */
export async function othersDuringVideos(film: (file: string) => Promise<void>): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-bench-'))
  const orma = await startOrma()
  try {
    const file = join(folder, 'video.mov')
    await film(file)
    const video = await readFile(file)
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const event = await client.createOrma(owner, { allowVideos: 'true' })
    addPostRows(orma, event, owner, POSTS)
    const guests = await Promise.all(
      Array.from({ length: GUESTS }, (_, at) => client.signUp(`Guest ${at}`)),
    )
    const waited = (work: Promise<unknown>) => waitsOf(client, event, guests, work)
    await waited(wait(WARM_UP_MS))
    const before = await waited(wait(REST_MS))
    const sent = await Promise.all(
      guests.slice(0, 2).map((by) => sendVideo(orma, event, by, video)),
    )
    const during = await waited(
      Promise.all(
        sent.map(({ body }, at) => client.whenProcessed(event, guests[at]!, body.post.id)),
      ),
    )
    const after = await waited(wait(REST_MS))
    return {
      name: `slowest answer of a hundred (p99) to ${GUESTS} guests while two videos are made, against none made`,
      measured: quantile(during, 0.99),
      limit: quantile([...before, ...after], 0.99),
      unit: 'ms',
      budget: { atMost: 2 },
    }
  } finally {
    await orma.close()
    await rm(folder, { recursive: true })
  }
}

/** Milliseconds that answers to guests took until a work was over: each looks at the feed, and likes a post or takes that back. */
async function waitsOf(
  { call }: ApiClient,
  { event_hash }: Event,
  guests: readonly Person[],
  work: Promise<unknown>,
): Promise<number[]> {
  const { body } = await call(api.listPosts, { params: { event_hash, page: 1 } })
  const ids = (body as Post[]).map(({ id }) => id)
  let isOver = false
  const over = work.finally(() => (isOver = true))
  const times: number[] = []
  const ask = async (asked: ReturnType<ApiClient['call']>) => {
    const start = performance.now()
    const answer = await asked
    times.push(performance.now() - start)
    if (answer.status >= 300) throw new Error(`a guest was answered with ${answer.status}`)
    await wait(EVERY_MS * (0.5 + Math.random()))
    return answer
  }
  const look = async ({ token }: Person, at: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      for (let n = 0; n < PAGES_A_LIKE; n += 1)
        await ask(call(api.listPosts, { params: { event_hash, page: 1 }, token }))
      const react = turn % 2 === 0 ? api.likePost : api.unlikePost
      const json = { post_id: ids[at % ids.length] }
      await ask(call(react, { params: { event_hash }, json, token }))
    }
  }
  await Promise.all([over, ...guests.map(look)])
  return times
}
