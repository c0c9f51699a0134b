import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { addManyPosts } from '../../support/many-posts.ts'

let feed: string
let event: string

const { orma, client, owner } = await sharedServer()
beforeAll(async () => {
  const party = await client.createOrma(owner)
  addManyPosts(orma, party, owner, 60)
  const { event_hash } = party
  feed = orma.url + API_BASE + endpointPath(api.listPosts, { event_hash, page: 1 })
  event = orma.url + API_BASE + endpointPath(api.getEvent, { event_hash })
})

it('an answer of many posts travels as small as the asker can take', async () => {
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
