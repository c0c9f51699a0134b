import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { createCallBook } from '../evening/call-book.ts'
import { listen } from '../evening/listener.ts'
import { askPaced } from '../evening/paced-request.ts'
import type { ApiClient, Person } from '../../../tests/support/api-client.ts'
import { makePhoto } from '../../../tests/support/photos.ts'
import { multipartOf } from '../upload-figures.ts'
import type { Installation } from './installation.ts'
import { measure } from './measured.ts'
import type { Measured } from './measured.ts'

const LIKES = 600
const LISTENERS = 100
const LIKES_HEARD = 50
/** The server rests so long between two tellings. */
const APART_MS = 250
const SETTLED_MS = 1_000
const PHOTOS = 16
const LANES = 4
/** A like changes the page that everybody asks for. */
const LIKED_POSTS = 24

interface Guests {
  installation: Installation
  client: ApiClient
  event: Event
  people: readonly Person[]
}

/** Likes while nobody listens; then while 100 listen, until the last of them has heard it; then photos, until they are shown. */
export async function writeWork(guests: Guests): Promise<Measured[]> {
  const agent = new Agent({ keepAlive: true })
  try {
    const like = await createLiker(guests, agent)
    const { installation } = guests
    const alone = { what: 'like', count: LIKES, lanes: LANES, one: like }
    return [
      await measure(installation, alone),
      await heardLikes(guests, like),
      await photos(guests, agent),
    ]
  } finally {
    agent.destroy()
  }
}

function createPoster({ installation: { servers }, event }: Guests, agent: Agent) {
  return async (
    endpoint: Endpoint,
    number: number,
    { token }: Person,
    body: Buffer | string,
    type: string,
  ) => {
    const origin = servers[number % servers.length]?.url ?? ''
    const url = origin + API_BASE + endpointPath(endpoint, { event_hash: event.event_hash })
    const headers = { 'content-type': type, 'idempotency-key': randomUUID() }
    const signal = new AbortController().signal
    const reply = await askPaced(url, { method: 'POST', headers, token, body }, { agent, signal })
    if (reply.status >= 300)
      throw new Error(`${url} answered ${reply.status} ${String(reply.body)}`)
    return JSON.parse(String(reply.body)) as { post?: Post }
  }
}

/** Each number is another person's like of another post, or takes it back. */
async function createLiker(guests: Guests, agent: Agent) {
  const { client, event, people } = guests
  const params = { event_hash: event.event_hash, page: 1 }
  const { body } = await client.call(api.listPosts, { params })
  const ids = (body as Post[]).slice(0, LIKED_POSTS).map(({ id }) => id)
  const post = createPoster(guests, agent)
  let made = 0
  return async () => {
    const number = made
    made += 1
    const person = people[number % people.length]
    const place = Math.floor(number / people.length)
    const call = Math.floor(place / ids.length) % 2 === 0 ? api.likePost : api.unlikePost
    const json = JSON.stringify({ post_id: ids[place % ids.length] })
    if (person) await post(call, number, person, json, 'application/json')
  }
}

/** From the call until all who listen have heard of it; the likes come one after the other. */
async function heardLikes(guests: Guests, like: () => Promise<void>): Promise<Measured> {
  const { installation, event } = guests
  const { servers } = installation
  const book = createCallBook()
  const never = new AbortController().signal
  let heard = 0
  let wake = () => {}
  const onMessage = () => {
    heard += 1
    wake()
  }
  const ears = Array.from({ length: LISTENERS }, (_, at) => {
    const origin = servers[at % servers.length]?.url ?? ''
    return listen({ origin, event_hash: event.event_hash }, undefined, book, never, onMessage)
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
  }
  const tick = setInterval(() => wake(), 20)
  await until(() => ears.every(({ listening }) => listening.openedAt < Infinity))
  // What was missed before is told first.
  await like()
  await until(() => heard >= LISTENERS)
  await wait(SETTLED_MS)
  const one = async () => {
    await wait(APART_MS)
    const [before, start] = [heard, performance.now()]
    await like()
    await until(() => heard >= before + LISTENERS)
    return performance.now() - start
  }
  const what = `like, until ${LISTENERS} who listen have heard it`
  const measured = await measure(installation, { what, count: LIKES_HEARD, lanes: 1, one })
  clearInterval(tick)
  for (const { close } of ears) close()
  return measured
}

/** The answer to a photo of 12 megapixels; its cost is that until it is shown, with both renditions. */
async function photos(guests: Guests, agent: Agent): Promise<Measured> {
  const { client, event, people, installation } = guests
  const post = createPoster(guests, agent)
  const made: { id: number; author: Person }[] = []
  const photo = await multipartOf(await makePhoto({ profile: 'srgb' }))
  const one = async (number: number) => {
    const author = people[number % people.length]
    if (!author) return
    const { post: sent } = await post(api.uploadPhoto, number, author, photo.body, photo.type)
    if (sent) made.push({ id: sent.id, author })
  }
  const after = () =>
    Promise.all(made.map(({ id, author }) => client.whenProcessed(event, author, id)))
  await one(0)
  await after()
  return await measure(installation, {
    what: 'upload, 12 megapixels',
    count: PHOTOS,
    lanes: LANES,
    one,
    after,
  })
}
