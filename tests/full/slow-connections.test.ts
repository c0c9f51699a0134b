import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { toForm } from '../support/api-client.ts'
import { sharedServer } from '../support/fixtures.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'

const CONNECTIONS = 300
const BYTE_EVERY_MS = 10_000
const HEADERS_CUT_WITHIN_MS = 60_000
const BODIES_CUT_WITHIN_MS = 90_000
/** 64 kbit/s, as a line brings it. */
const SLOW_LINE = { bytes: 1600, everyMs: 200 }

const { orma, client, guest, event } = await sharedServer()

const feed = () => client.call(api.listPosts, { params: { event_hash: event.event_hash, page: 1 } })

/** Sends a byte now and then until the server has closed the line; gives after how long it has. */
async function trickle(start: string): Promise<number> {
  const socket = connect({ port: Number(new URL(orma.url).port), host: '127.0.0.1' })
  const startedAt = performance.now()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // The cut is what this is about.
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), BYTE_EVERY_MS)
  await closed
  clearInterval(timer)
  return performance.now() - startedAt
}

/** Uploads a photo over a line of 64 kbit/s; gives the status. */
async function uploadSlowly(): Promise<number | undefined> {
  const { bytes } = await makeSizedPhoto('slow.jpg', 400_000, createSeededRandom(5))
  const form = toForm({
    original_date: '2026-06-20T18:30:00+02:00',
    timezone: 'Europe/Paris',
    image: new File([new Uint8Array(bytes)], 'photo.jpg'),
  })
  const encoded = new Request('http://localhost', { method: 'POST', body: form })
  const body = new Uint8Array(await encoded.arrayBuffer())
  async function* inPieces() {
    for (let at = 0; at < body.length; at += SLOW_LINE.bytes) {
      yield body.subarray(at, at + SLOW_LINE.bytes)
      await pause(SLOW_LINE.everyMs)
    }
  }
  const path = endpointPath(api.uploadPhoto, { event_hash: event.event_hash })
  const sent = request(orma.url + API_BASE + path, {
    method: 'POST',
    headers: {
      authorization: guest.token,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  await pipeline(inPieces, sent)
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

it(
  `F5: ${CONNECTIONS} slow connections are cut, while a slow guest is heard to the end`,
  { timeout: 300_000 },
  async () => {
    const head = `POST ${API_BASE + api.startRegistration.path} HTTP/1.1\r\nhost: orma.example\r\n`
    const body = `${head}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{`
    const half = { length: CONNECTIONS / 2 }
    let areOpen = true
    const inHeaders = Promise.all(Array.from(half, () => trickle(head)))
    const inBodies = Promise.all(Array.from(half, () => trickle(body)))
    const cut = Promise.all([inHeaders, inBodies]).finally(() => (areOpen = false))
    const slowGuest = uploadSlowly()
    let reads = 0
    while (areOpen) {
      expect((await feed()).status).toBe(200)
      reads += 1
      await Promise.race([cut, pause(250)])
    }
    expect(reads).toBeGreaterThan(10)
    const [headers, bodies] = await cut
    expect(Math.max(...headers)).toBeLessThan(HEADERS_CUT_WITHIN_MS)
    expect(Math.max(...bodies)).toBeLessThan(BODIES_CUT_WITHIN_MS)
    expect(await slowGuest).toBe(201)
  },
)
