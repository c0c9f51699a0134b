import { describe, expect, it } from 'vitest'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { CALLS } from '../../support/calls/valid-call.ts'
import { sharedApp, sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const LISTED = 'https://orma.example'
const SECOND = 'http://localhost:5173'
/** Of none of these any page may call. */
const OTHERS = [
  'https://elsewhere.example',
  'http://orma.example',
  'https://orma.example:8443',
  'https://sub.orma.example',
  'null',
]
const TUS_HEADERS = ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset']

const { orma, client, owner, event } = await sharedApp({
  env: { ALLOWED_ORIGINS: ` ${LISTED}/, ${SECOND},` },
})
// Written as people write lists.
const unlisted = await sharedWholeApi()

/** What a browser asks before a page of `origin` makes a call. */
function preflight(address: string, method: string, origin: string) {
  const asked = [
    'authorization',
    'content-type',
    'idempotency-key',
    'last-event-id',
    'orma-key',
  ].concat(TUS_HEADERS)
  return fetch(address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': asked.join(','),
    },
  })
}

const addressOf = ({ url }: { url: string }, { path }: Endpoint) =>
  url + API_BASE + path.replaceAll(/\{\w+\}/g, '1')
const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))
const listOf = ({ headers }: Response, name: string) =>
  (headers.get(name) ?? '').toLowerCase().split(/, ?/)

describe('a page of an origin that the operator has listed', () => {
  it.each(CALLS.filter(([, { method }]) => method !== 'OPTIONS'))(
    'may make the call %s, without cookies',
    async (_name, endpoint) => {
      for (const origin of [LISTED, SECOND]) {
        const answer = await preflight(addressOf(orma, endpoint), endpoint.method, origin)
        expect(answer.status).toBe(204)
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
        expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin')
        expect(listOf(answer, 'access-control-allow-methods')).toContain(
          endpoint.method.toLowerCase(),
        )
        expect(listOf(answer, 'access-control-allow-headers')).toEqual(
          expect.arrayContaining([
            'authorization',
            'idempotency-key',
            'last-event-id',
            'orma-key',
            ...TUS_HEADERS,
          ]),
        )
      }
    },
  )

  it('reads answers and refusals, with the headers that tell it how to go on', async () => {
    const photo = await makePhoto({ width: 64, height: 48, gps: false })
    const tus = createTusCaller(orma, event, owner)
    const created = await tus.create(photo, { headers: { origin: LISTED } })
    const refused = await fetch(`${orma.url}${API_BASE}/users/getProfile`, {
      headers: { origin: LISTED },
    })
    expect([created.status, refused.status]).toEqual([201, 401])
    for (const answer of [created, refused] as Response[]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(LISTED)
      expect(listOf(answer, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining([
          'location',
          'retry-after',
          'upload-expires',
          'upload-poster',
          ...TUS_HEADERS,
        ]),
      )
    }
  })

  it('listens to the live stream', async () => {
    const path = endpointPath(api.listenLive, { event_hash: event.event_hash })
    const stop = new AbortController()
    const answer = await fetch(orma.url + API_BASE + path, {
      headers: { origin: LISTED },
      signal: stop.signal,
    })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get('access-control-allow-origin')).toBe(LISTED)
    stop.abort()
  })

  it('shows photos and reads their bytes, and no cache gives its answer to another', async () => {
    const photo = await makePhoto({ width: 64, height: 48, gps: false })
    const { body } = await client.upload(event, owner, photo)
    const { image_url } = await client.whenProcessed(event, owner, body.post.id)
    const ask = (headers: Record<string, string>) => fetch(orma.url + image_url, { headers })
    for (const [origin, allowed] of [
      [LISTED, LISTED],
      ['https://elsewhere.example', null],
    ] as const) {
      const answer = await ask({ origin })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBe(allowed)
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin')
    }
    expect((await ask({})).headers.get('vary')?.toLowerCase()).toContain('origin')
  })

  it('shows photos behind a word to whom its door has opened', async () => {
    const closed = await client.createOrma(owner, { pin: 'Sunset' })
    const photo = await makePhoto({ width: 64, height: 48, gps: false, seed: 2 })
    const { body } = await client.upload(closed, owner, photo)
    const { image_url } = await client.whenProcessed(closed, owner, body.post.id)
    const params = { event_hash: closed.event_hash }
    const door = await client.call(api.openDoor, { params, json: { pin: 'sunset' } })
    const asked = await preflight(orma.url + image_url, 'GET', LISTED)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, LISTED])
    expect(listOf(asked, 'access-control-allow-headers')).toContain('orma-key')
    const show = async (headers: Record<string, string>) =>
      (await fetch(orma.url + image_url, { headers: { origin: LISTED, ...headers } })).status
    expect([await show({}), await show({ 'orma-key': door.body.key })]).toEqual([403, 200])
  })
})

describe('a page of any other origin', () => {
  it.each([
    ...OTHERS.map((origin) => [origin, 'two are', orma] as const),
    [LISTED, 'none is', unlisted] as const,
  ])('is told nothing by which a browser would let it: %s, where %s listed', async (...row) => {
    const [origin, , { url }] = row
    for (const [name, endpoint] of CALLS) {
      const answer = await preflight(addressOf({ url }, endpoint), endpoint.method, origin)
      expect(corsHeaders(answer), name).toEqual([])
    }
    const plain = await fetch(`${url}${API_BASE}/events/${event.event_hash}`, {
      headers: { origin },
    })
    expect(corsHeaders(plain)).toEqual([])
  })
})

it('a tus client that asks what the server can is answered as ever', async () => {
  const { uploads, call } = createTusCaller(orma, event, owner)
  const { status, headers } = await call('OPTIONS', uploads, { origin: LISTED })
  expect([status, headers.get('tus-version')]).toEqual([204, '1.0.0'])
})
