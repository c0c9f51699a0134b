import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { MAX_VIDEO_BYTES } from '../../../contract/limits.ts'
import { CHUNK_TYPE, UPLOAD_LIFETIME_MS } from '../../../contract/tus-protocol.ts'
import { sql } from '../../../server/db/sql.ts'
import { findEvent } from '../../../server/events/events.ts'
import { ORPHAN_AGE_MS } from '../../../server/uploads/sweep-blobs.ts'
import { beginUpload, markCancelled } from '../../../server/uploads/upload-rows.ts'
import { startMeanwhile } from '../../support/act-meanwhile.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'

const photo = new Uint8Array(await makePhoto({ width: 64, height: 48 }))
const sha256 = sha256Of(photo)

const meanwhile = startMeanwhile()
const { api, owner, guest, event } = freshOrma(meanwhile.watch)

async function sendWhole(key: string) {
  const { status, body } = await api.upload(event, guest, { photo, key })
  return { status, code: body.code }
}

/** Begins a resumable upload, or finds the one of this key. */
const begin = (key: string) =>
  api.beginUpload(event, guest, { length: photo.length, metadata: { key, sha256 } })

function ask(endpoint: Endpoint, upload_id: string, more: { headers?: object; body?: Blob } = {}) {
  const params = { event_hash: event.event_hash, upload_id }
  const headers = { 'tus-resumable': '1.0.0', ...more.headers }
  return api.request(endpoint, { params, token: guest.token, ...more, headers })
}

const cancel = (id: string) => ask(calls.cancelUpload, id)
/** Sends its first bytes. */
const append = (id: string, length: number) =>
  ask(calls.appendToUpload, id, {
    headers: { 'upload-offset': '0', 'content-type': CHUNK_TYPE },
    body: new Blob([photo.subarray(0, length)]),
  })

/** Of HEAD and GET. */
async function statuses(id: string): Promise<number[]> {
  const replies = [await ask(calls.readUploadOffset, id), await ask(calls.readUpload, id)]
  return replies.map(({ status }) => status)
}

describe('an upload that nobody has gone on with for seven days', () => {
  it('is gone (410), and its key begins a new one', async () => {
    const key = randomUUID()
    const { id } = await begin(key)
    expect(await statuses(id)).toEqual([200, 409])

    api.clock.advance(UPLOAD_LIFETIME_MS)
    expect(await statuses(id)).toEqual([410, 410])
    const late = await append(id, 1)
    expect([late.status, late.body.code]).toEqual([410, 'upload_gone'])
    expect((await cancel(id)).status).toBe(410)
    const anew = await begin(key)
    expect([anew.status, anew.id === id]).toEqual([201, false])
  })

  it('has another seven days with each byte', async () => {
    const created = await begin(randomUUID())
    const { id } = created
    const expiry = ({ headers }: { headers: Headers }) =>
      Date.parse(headers.get('upload-expires') ?? '')
    expect(expiry(created)).toBe(api.clock.ms + UPLOAD_LIFETIME_MS)
    api.clock.advance(UPLOAD_LIFETIME_MS - 1000)
    const taken = await append(id, 1)
    expect([taken.status, expiry(taken)]).toEqual([204, api.clock.ms + UPLOAD_LIFETIME_MS])
    api.clock.advance(UPLOAD_LIFETIME_MS - 1000)
    expect(await statuses(id)).toEqual([200, 409])
  })
})

describe('an upload to an Orma that closes for guests', () => {
  it('takes no more bytes (403), while what has come is still told', async () => {
    const { id } = await begin(randomUUID())
    // Within the upload's own week, the 1500 hours since the event's date run out.
    await api.changeOrma(event, owner, { event_date: '2026-01-01' })
    const refused = await append(id, 1)
    expect([refused.status, refused.body.code]).toEqual([403, 'window_closed'])
    expect(await statuses(id)).toEqual([200, 409])
  })
})

describe('a photo of one key that comes as a whole and by a resumable upload', () => {
  it('is none where it is cancelled while the whole is stored', async () => {
    const key = randomUUID()
    meanwhile.do(async () => {
      const { id } = await begin(key.toUpperCase())
      expect((await cancel(id)).status).toBe(204)
    })
    expect(await sendWhole(key)).toEqual({ status: 410, code: 'upload_gone' })
    expect(await Array.fromAsync(api.blobs.list(''))).toEqual([])
    expect(await begin(key)).toMatchObject({ status: 201, offset: 0 })
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
  })

  it('is taken whole again some time after it was cancelled', async () => {
    const key = randomUUID()
    const { id } = await begin(key)
    expect((await cancel(id)).status).toBe(204)
    api.clock.advance(ORPHAN_AGE_MS - 1)
    expect(await sendWhole(key)).toEqual({ status: 410, code: 'upload_gone' })
    api.clock.advance(1)
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
  })

  it('stays where the whole came before the cancelling', async () => {
    const key = randomUUID()
    const { id } = await begin(key)
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
    expect((await cancel(id)).body).toMatchObject({ code: 'upload_finished' })
    expect(await begin(key)).toMatchObject({ offset: photo.length })
  })

  it('is done once the whole is there, and keeps no bytes of the upload', async () => {
    const key = randomUUID()
    const before = await begin(key)
    expect((await append(before.id, 100)).status).toBe(204)
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
    const found = await begin(key)
    expect(found).toMatchObject({ offset: photo.length })
    expect((await cancel(found.id)).body).toMatchObject({ code: 'upload_finished' })
    const result = await ask(calls.readUpload, found.id)
    expect(result.body).toMatchObject({
      limitReached: false,
      post: { User: { id: guest.user.id } },
    })
    expect(await Array.fromAsync(api.blobs.list('partial/'))).toEqual([])
    const other = await api.beginUpload(event, guest, { length: 1, metadata: { key } })
    expect(other.status).toBe(422)
  })
})

describe('an upload that was cancelled', () => {
  it('is forgotten after 200 others, and none that is open is', async () => {
    const open = await begin(randomUUID())
    const { id: first } = await begin(randomUUID())
    await cancel(first)
    api.clock.advance(1)
    await cancelMany(198)
    const last = await begin(randomUUID())
    const kept = await api.db.all<{ id: string }>(sql`select id from uploads`)
    expect(kept).toHaveLength(200)
    const ids = kept.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([open.id, last.id]))
    expect(ids).not.toContain(first)
  })
})

async function cancelMany(count: number): Promise<void> {
  const { id: event_id } = (await findEvent(api.db, event.event_hash))!
  const row = { event_id, user_id: guest.user.id, length: 1, received: 0, sha256: null }
  await api.db.transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const upload = { ...row, idempotency_key: randomUUID(), metadata: '', state: 'open' as const }
      const begun = await beginUpload(tx, upload, api.clock.ms)
      await markCancelled(tx, begun.upload.id, api.clock.ms + ORPHAN_AGE_MS)
    }
  })
}

describe('what somebody has begun to upload and not finished', () => {
  const HOUR_MS = 60 * 60_000
  const video = (orma: typeof event, key = randomUUID()) =>
    api.beginUpload(orma, guest, {
      length: MAX_VIDEO_BYTES,
      metadata: { key, filetype: 'video/mp4' },
    })
  /** In several Ormas, as many of the largest videos as may be open, and the keys of two of them. */
  async function beginFour() {
    for (const orma of [event, other]) await api.changeOrma(orma, owner, { allowVideos: 'true' })
    const keys = [randomUUID(), randomUUID()] as const
    const begun = [await video(event, keys[0]), await video(other, keys[1])]
    begun.push(await video(event), await video(other))
    expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    return { keys, ids: begun.map(({ id }) => id) }
  }
  let other: typeof event
  beforeEach(async () => {
    other = await api.createOrma(owner)
  })

  it('has them wait with the next (429), and go on with the others', async () => {
    const { keys } = await beginFour()
    const refused = await video(other)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_much_unfinished'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await video(event, keys[0])).status).toBe(200)
    // A photo has room, and so has everybody else.
    expect((await begin(randomUUID())).status).toBe(201)
    expect((await api.beginUpload(event, owner, { length: photo.length })).status).toBe(201)
  })

  it('makes room as soon as one of them is cancelled', async () => {
    const { ids } = await beginFour()
    expect((await cancel(ids[0]!)).status).toBe(204)
    expect((await video(other)).status).toBe(201)
  })

  it('makes room once nobody has gone on with it for an hour', async () => {
    const { ids, keys } = await beginFour()
    api.clock.advance(HOUR_MS)
    await append(ids[2]!, 10)
    expect((await video(other)).status).toBe(201)
    expect(await statuses(ids[0]!)).toEqual([404, 404])
    expect(await statuses(ids[2]!)).toEqual([200, 409])
    // Its sender has its bytes, and begins it again.
    expect(await video(event, keys[0])).toMatchObject({ status: 201, offset: 0 })
  })
})
