import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import type { ApiClient, ClientReply, Person } from '../../tests/support/api-client.ts'
import type { SeededRandom } from '../../tests/support/seeded-random.ts'
import { makeSizedPhoto } from '../../tests/support/sized-photos.ts'
import { createTusCaller, idOf } from '../../tests/support/tus-caller.ts'
import type { TusCaller } from '../../tests/support/tus-caller.ts'

/** What a writer has been told is done. */
export interface WrittenPost {
  id: number
  sha256: string
  author: Person
  isDeleted: boolean
  /** Texts, each like no other. */
  comments: string[]
  /** Users who like it. */
  likes: Set<number>
}

interface WriterOptions {
  client: ApiClient
  event: Event
  people: readonly Person[]
  random: SeededRandom
  /** Origin at which every other photo is sent in chunks; absent: all are sent as a whole. */
  chunksTo?: string
  /** Aborted: nothing is asked again. */
  signal?: AbortSignal
}

/** Somebody who writes, one thing after another, and asks again under the same key until there is an answer. */
interface Writer {
  readonly posts: readonly WrittenPost[]
  /** How many requests came to nothing. */
  readonly retries: () => number
  /** Does one write of chance; resolves when it is acknowledged. */
  write: () => Promise<void>
}

const ASK_AGAIN_MS = 100
/** A photo is a few of them. */
const CHUNK_BYTES = 25_000

export function createWriter({
  client,
  event,
  people,
  random,
  chunksTo,
  signal,
}: WriterOptions): Writer {
  const { event_hash } = event
  const posts: WrittenPost[] = []
  let retries = 0

  async function untilDone(
    ask: () => Promise<ClientReply>,
    good: readonly number[],
  ): Promise<ClientReply> {
    for (;;) {
      const reply = await ask().catch(() => undefined)
      if (reply && good.includes(reply.status)) return reply
      const isOpen = !reply || reply.status >= 500 || reply.status === 409 || reply.status === 429
      if (!isOpen) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`)
      signal?.throwIfAborted()
      retries += 1
      await wait(ASK_AGAIN_MS)
    }
  }

  async function upload(): Promise<void> {
    const author = pick(people, random)
    const { bytes, sha256 } = await makeSizedPhoto('p.jpg', random.between(30_000, 90_000), random)
    const key = randomUUID()
    const { body } =
      chunksTo !== undefined && random.isOneOf(0.5)
        ? await sendInChunks(createTusCaller({ url: chunksTo }, event, author), bytes, key)
        : await untilDone(() => client.upload(event, author, bytes, { key }), [200, 201])
    const post = { id: body.post.id as number, sha256, author }
    posts.push({ ...post, isDeleted: false, comments: [], likes: new Set() })
  }

  /** Goes on after each fault from what the server has, as the app's queue does. */
  async function sendInChunks(tus: TusCaller, bytes: Buffer, key: string): Promise<ClientReply> {
    const { headers } = await untilDone(() => tus.create(bytes, { key }), [200, 201])
    const id = idOf(headers)
    for (;;) {
      const { headers: state } = await untilDone(() => tus.head(id), [200])
      const offset = Number(state.get('upload-offset'))
      if (offset === bytes.length) return await untilDone(() => tus.result(id), [200])
      const chunk = bytes.subarray(offset, offset + CHUNK_BYTES)
      // Whatever comes of it, the server says next how far it is.
      await tus.patch(id, offset, chunk).catch(() => (retries += 1))
    }
  }

  /** Others may speak of a post once it is shown. */
  async function whenShown({ id, author }: WrittenPost): Promise<void> {
    const look = () => client.whenProcessed(event, author, id).catch(() => undefined)
    while ((await look()) === undefined) await wait(ASK_AGAIN_MS)
  }

  async function comment({ id: post_id, comments }: WrittenPost): Promise<void> {
    const content = randomUUID()
    const params = { event_hash, post_id }
    const { token } = pick(people, random)
    const options = { params, token, json: { content }, key: randomUUID() }
    await untilDone(() => client.call(api.addComment, options), [200])
    comments.push(content)
  }

  async function like({ id: post_id, likes }: WrittenPost): Promise<void> {
    const { token, user } = pick(people, random)
    const isLiked = likes.has(user.id)
    const options = { params: { event_hash }, token, json: { post_id }, key: randomUUID() }
    await untilDone(() => client.call(isLiked ? api.unlikePost : api.likePost, options), [200])
    if (isLiked) likes.delete(user.id)
    else likes.add(user.id)
  }

  async function remove(post: WrittenPost): Promise<void> {
    const options = { params: { event_hash, post_id: post.id }, token: post.author.token }
    // Gone already: the answer to the first time was lost.
    await untilDone(() => client.call(api.deletePost, options), [204, 404])
    post.isDeleted = true
  }

  return {
    posts,
    retries: () => retries,
    async write() {
      const left = posts.filter(({ isDeleted }) => !isDeleted)
      const chance = random.next()
      if (left.length === 0 || chance < 0.4) return await upload()
      const post = pick(left, random)
      await whenShown(post)
      if (chance < 0.65) return await comment(post)
      if (chance < 0.92) return await like(post)
      return await remove(post)
    },
  }
}

function pick<T>(list: readonly T[], random: SeededRandom): T {
  const found = list[random.between(0, list.length - 1)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
