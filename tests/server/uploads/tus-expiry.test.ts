import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { CHUNK_TYPE, UPLOAD_LIFETIME_MS } from '../../../contract/tus-protocol.ts'
import { startOrmaApi, toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { encodeMetadata, idOf } from '../../support/tus-caller.ts'

let api: OrmaApi
let guest: Person
let event: Event

beforeEach(async () => {
  api = await startOrmaApi()
  guest = await api.signUp()
  event = await api.createOrma(guest)
})
afterEach(() => api.close())

const chunk = { 'upload-offset': '0', 'content-type': CHUNK_TYPE }

describe('an upload that nobody has gone on with for seven days', () => {
  it('is gone (410), and its key begins a new one', async () => {
    const key = randomUUID()
    const created = await create(key)
    const id = idOf(created.headers)
    expect(await statuses(id)).toEqual([200, 409])

    api.clock.advance(UPLOAD_LIFETIME_MS)
    expect(await statuses(id)).toEqual([410, 410])
    const late = await ask(calls.appendToUpload, id, { ...chunk })
    expect([late.status, late.body.code]).toEqual([410, 'upload_gone'])
    expect((await ask(calls.cancelUpload, id)).status).toBe(410)
    const anew = await create(key)
    expect([anew.status, idOf(anew.headers) === id]).toEqual([201, false])
  })

  it('has another seven days with each byte', async () => {
    const created = await create(randomUUID())
    const id = idOf(created.headers)
    const expiry = ({ headers }: { headers: Headers }) =>
      Date.parse(headers.get('upload-expires') ?? '')
    expect(expiry(created)).toBe(api.clock.ms + UPLOAD_LIFETIME_MS)
    api.clock.advance(UPLOAD_LIFETIME_MS - 1000)
    const taken = await ask(calls.appendToUpload, id, chunk, 'a byte')
    expect([taken.status, expiry(taken)]).toEqual([204, api.clock.ms + UPLOAD_LIFETIME_MS])
    api.clock.advance(UPLOAD_LIFETIME_MS - 1000)
    expect(await statuses(id)).toEqual([200, 409])
  })
})

describe('an upload to an Orma that closes for guests', () => {
  it('takes no more bytes (403), while what has come is still told', async () => {
    const owner = await api.signUp()
    event = await api.createOrma(owner)
    const id = idOf((await create(randomUUID())).headers)
    // Within the upload's own week, the 1500 hours since the event's date run out.
    await api.request(calls.updateEvent, {
      params: { event_hash: event.event_hash },
      token: owner.token,
      body: toForm({ event_date: '2026-01-01' }),
    })
    const refused = await ask(calls.appendToUpload, id, chunk, 'a byte')
    expect([refused.status, refused.body.code]).toEqual([403, 'window_closed'])
    expect(await statuses(id)).toEqual([200, 409])
  })
})

function create(key: string) {
  const metadata = { key, original_date: '2026-06-20T18:30:00+02:00', timezone: 'Europe/Paris' }
  return api.request(calls.createUpload, {
    params: { event_hash: event.event_hash },
    token: guest.token,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': encodeMetadata(metadata),
    },
  })
}

function ask(
  endpoint: Endpoint,
  upload_id: string,
  headers: Record<string, string> = {},
  body?: string,
) {
  return api.request(endpoint, {
    params: { event_hash: event.event_hash, upload_id },
    token: guest.token,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

/** Of HEAD and GET. */
async function statuses(id: string): Promise<number[]> {
  const replies = [await ask(calls.readUploadOffset, id), await ask(calls.readUpload, id)]
  return replies.map(({ status }) => status)
}
