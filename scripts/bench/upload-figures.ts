import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Event } from '../../contract/entities.ts'
import { CHUNK_TYPE, TUS_RESUMABLE, TUS_VERSION } from '../../contract/tus-protocol.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import type { ApiClient, Person } from '../../tests/support/api-client.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import type { Figure } from './figure.ts'
import { inTurns } from './http-load.ts'

const ROUNDS = 30
const WARM_UP = 10
const FIELDS = { original_date: '2026-06-20T18:30:00+02:00', timezone: 'Europe/Paris' }

/** How long a photo's sender waits, beside a server that only keeps and hashes the same bytes; each photo is rendered before the next. */
export async function uploadFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const bare = await startBare(orma.dataDir)
  const agent = new Agent({ keepAlive: true })
  try {
    const client = createApiClient(orma)
    const author = await client.signUp('Olga')
    const event = await client.createOrma(author)
    const send = createSender(agent, client, { url: orma.url, event, author })
    const photo = await makePhoto({ profile: 'srgb' })
    const { type, body } = await multipartOf(photo)
    const measures = [
      () => send.multipart(type, body),
      () => timed(() => ask(agent, bare.url, 'POST', { 'content-type': type }, body)),
      () => send.resumable(photo),
      async () => hashMs(body),
    ]
    await inTurns(WARM_UP, measures)
    const [multipart = NaN, limit = NaN, resumable = NaN, hash = NaN] = await inTurns(
      ROUNDS,
      measures,
    )
    const megabytes = (photo.length / 1e6).toFixed(1)
    const answered = `answer of an upload of 12 megapixels, ${megabytes} MB`
    return [
      {
        name: answered,
        measured: multipart,
        limit,
        unit: 'ms',
        budget: { atMost: 2 },
        isHeld: true,
      },
      { name: `${answered}, resumable`, measured: resumable, limit, unit: 'ms' },
      { name: 'of which to hash its bytes', measured: hash, unit: 'ms' },
    ]
  } finally {
    agent.destroy()
    bare.stop()
    await orma.close()
  }
}

/** Sends photos in either way; gives the milliseconds until the answer, once they are rendered and nothing works any more. */
function createSender(
  agent: Agent,
  client: ApiClient,
  { url, event, author }: { url: string; event: Event; author: Person },
) {
  const { event_hash } = event
  const authorization = author.token
  const address = url + API_BASE + endpointPath(api.uploadPhoto, { event_hash })
  const uploads = url + API_BASE + endpointPath(api.createUpload, { event_hash })

  return {
    async multipart(type: string, body: Buffer): Promise<number> {
      const headers = { authorization, 'content-type': type, 'idempotency-key': randomUUID() }
      let answer = ''
      const ms = await timed(async () => {
        answer = (await ask(agent, address, 'POST', headers, body)).body
      })
      const { post } = JSON.parse(answer) as { post: { id: number } }
      await client.whenProcessed(event, author, post.id)
      return ms
    },

    async resumable(photo: Buffer): Promise<number> {
      const tus = { authorization, [TUS_RESUMABLE]: TUS_VERSION }
      const entries = Object.entries({ ...FIELDS, key: randomUUID() })
      const metadata = entries.map(
        ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
      )
      const begin = { ...tus, 'upload-length': photo.length, 'upload-metadata': metadata.join() }
      let path = ''
      const ms = await timed(async () => {
        path = (await ask(agent, uploads, 'POST', begin)).headers.location ?? ''
        const chunk = { ...tus, 'upload-offset': 0, 'content-type': CHUNK_TYPE }
        await ask(agent, url + path, 'PATCH', chunk, photo)
      })
      const { body } = await ask(agent, url + path, 'GET', tus)
      const { post } = JSON.parse(body) as { post: { id: number } }
      await client.whenProcessed(event, author, post.id)
      return ms
    },
  }
}

export interface MultipartBody {
  type: string
  body: Buffer
}

/** A photo as the page's form sends it. */
export async function multipartOf(
  photo: Buffer,
  original_date = FIELDS.original_date,
): Promise<MultipartBody> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, original_date })) form.set(name, value)
  form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { type, body: Buffer.from(await whole.arrayBuffer()) }
}

/** Rejects unless it is answered with success. */
async function ask(
  agent: Agent,
  url: string,
  method: string,
  headers: OutgoingHttpHeaders,
  body: Buffer = Buffer.alloc(0),
): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  const asked = request(url, {
    method,
    agent,
    headers: { ...headers, 'content-length': body.length },
  })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const told = await text(answer)
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} ${url} answered ${told}`)
  return { headers: answer.headers, body: told }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function hashMs(body: Buffer): number {
  const start = performance.now()
  createHash('sha256').update(body).digest()
  return performance.now() - start
}

/** On the disk of the other server. */
async function startBare(dataDir: string): Promise<{ url: string; stop: () => void }> {
  const folder = await mkdtemp(join(dataDir, 'bare-'))
  const child = fork(join(import.meta.dirname, 'bare-upload-server.ts'), [folder])
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() }
}
