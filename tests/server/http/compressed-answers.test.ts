import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { createApiClient } from '../../support/api-client.ts'
import { addManyPosts } from '../../support/many-posts.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'

let orma: OrmaServer
let feed: string
let event: string

beforeAll(async () => {
  orma = await startOrma()
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const party = await client.createOrma(owner)
  addManyPosts(orma, party, owner, 60)
  const { event_hash } = party
  feed = orma.url + API_BASE + endpointPath(api.listPosts, { event_hash, page: 1 })
  event = orma.url + API_BASE + endpointPath(api.getEvent, { event_hash })
})
afterAll(() => orma.close())

it('an answer of many posts travels as small as the asker can take it, the first time and the next', async () => {
  const plain = await read(feed)
  expect(plain.encoding).toBeUndefined()
  for (const _time of [1, 2]) {
    const br = await read(feed, 'gzip, deflate, br')
    expect(br.encoding).toBe('br')
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3)
    const gzip = await read(feed, 'gzip')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  }
})

it('so does a page further down, which is made for each request', async () => {
  const plain = await read(feed.replace(/1$/, '2'))
  const br = await read(feed.replace(/1$/, '2'), 'br')
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
})

it('what an asker does not want is not used', async () => {
  expect((await read(feed, 'br;q=0, gzip;q=0.5')).encoding).toBe('gzip')
  expect((await read(feed, 'identity')).encoding).toBeUndefined()
  expect((await read(feed, 'brotli')).encoding).toBeUndefined()
})

it('an answer that one packet carries goes as it is', async () => {
  const { encoding, bytes } = await read(event, 'br')
  expect(encoding).toBeUndefined()
  expect(JSON.parse(bytes.toString())).toHaveProperty('event')
})

async function read(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  expect(answer.statusCode).toBe(200)
  return { encoding: answer.headers['content-encoding'], bytes: await buffer(answer) }
}
