import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { CHUNK_TYPE, UPLOAD_LIFETIME_MS } from '../../../contract/tus-protocol.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, guest, event } = freshOrma()

const chunk = { 'upload-offset': '0', 'content-type': CHUNK_TYPE }

describe('an upload that nobody has gone on with for seven days', () => {
  it('is gone (410), and its key begins a new one', async () => {
    const key = randomUUID()
    const created = await create(key)
    const id = created.id
    expect(await statuses(id)).toEqual([200, 409])

    api.clock.advance(UPLOAD_LIFETIME_MS)
    expect(await statuses(id)).toEqual([410, 410])
    const late = await ask(calls.appendToUpload, id, { ...chunk })
    expect([late.status, late.body.code]).toEqual([410, 'upload_gone'])
    expect((await ask(calls.cancelUpload, id)).status).toBe(410)
    const anew = await create(key)
    expect([anew.status, anew.id === id]).toEqual([201, false])
  })

  it('has another seven days with each byte', async () => {
    const created = await create(randomUUID())
    const id = created.id
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
    const { id } = await create(randomUUID())
    // Within the upload's own week, the 1500 hours since the event's date run out.
    await api.changeOrma(event, owner, { event_date: '2026-01-01' })
    const refused = await ask(calls.appendToUpload, id, chunk, 'a byte')
    expect([refused.status, refused.body.code]).toEqual([403, 'window_closed'])
    expect(await statuses(id)).toEqual([200, 409])
  })
})

const create = (key: string) => api.beginUpload(event, guest, { metadata: { key } })

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
