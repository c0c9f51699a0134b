import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { CHUNK_TYPE } from '../../../contract/tus-protocol.ts'
import { sql } from '../../../server/db/sql.ts'
import { findEvent } from '../../../server/events/events.ts'
import { ORPHAN_AGE_MS } from '../../../server/uploads/sweep-blobs.ts'
import { beginUpload, markCancelled } from '../../../server/uploads/upload-rows.ts'
import { startMeanwhile } from '../../support/act-meanwhile.ts'
import { toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'
import { makePhoto } from '../../support/photos.ts'
import { encodeMetadata } from '../../support/tus-caller.ts'

const photo = new Uint8Array(await makePhoto({ width: 64, height: 48 }))
const sha256 = createHash('sha256').update(photo).digest('hex')
const STATED = { timezone: 'UTC', original_date: '2026-06-20T18:30:00Z' }
const TUS = { 'tus-resumable': '1.0.0' }

let api: OrmaApi
let guest: Person
let event: Event
let meanwhile: ReturnType<typeof startMeanwhile>

beforeEach(async () => {
  meanwhile = startMeanwhile()
  ;({ api, guest, event } = await startOrmaPeople(meanwhile.watch))
})
afterEach(() => api.close())

async function sendWhole(key: string) {
  const image = new File([photo], 'a.jpg')
  const { status, body } = await api.request(calls.uploadPhoto, {
    params: { event_hash: event.event_hash },
    body: toForm({ image, description: '', ...STATED }),
    token: guest.token,
    headers: { 'idempotency-key': key },
  })
  return { status, code: body.code }
}

/** Begins a resumable upload, or finds the one of this key. */
async function begin(key: string) {
  const { status, headers, body } = await api.request(calls.createUpload, {
    params: { event_hash: event.event_hash },
    token: guest.token,
    headers: {
      ...TUS,
      'upload-length': String(photo.length),
      'upload-metadata': encodeMetadata({ key, sha256, ...STATED }),
    },
  })
  const id = headers.get('location')?.split('/').at(-1) ?? ''
  return { status, code: body?.code, id, offset: Number(headers.get('upload-offset')) }
}

const ofUpload = (upload_id: string) => ({
  params: { event_hash: event.event_hash, upload_id },
  token: guest.token,
})

const cancel = (id: string) => api.request(calls.cancelUpload, { ...ofUpload(id), headers: TUS })

describe('a photo of one key that comes as a whole and by a resumable upload', () => {
  it('is none where it is cancelled while the whole is being stored, until its key begins a new one', async () => {
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

  it('is taken whole again once a photo that was coming when it was cancelled must have come', async () => {
    const key = randomUUID()
    const { id } = await begin(key)
    expect((await cancel(id)).status).toBe(204)
    api.clock.advance(ORPHAN_AGE_MS - 1)
    expect(await sendWhole(key)).toEqual({ status: 410, code: 'upload_gone' })
    api.clock.advance(1)
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
  })

  it('stays where the whole came between the question for it and the cancelling, whose sender asks again', async () => {
    const key = randomUUID()
    const { id } = await begin(key)
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
    expect((await cancel(id)).body).toMatchObject({ code: 'upload_finished' })
    expect(await begin(key)).toMatchObject({ offset: photo.length })
  })

  it('is done once the whole is there, also where an upload was begun before: it is not cancelled, and none of its bytes stay', async () => {
    const key = randomUUID()
    const before = await begin(key)
    const sent = await api.request(calls.appendToUpload, {
      ...ofUpload(before.id),
      body: new Blob([photo.subarray(0, 100)]),
      headers: { ...TUS, 'upload-offset': '0', 'content-type': CHUNK_TYPE },
    })
    expect(sent.status).toBe(204)
    expect(await sendWhole(key)).toMatchObject({ status: 201 })
    const found = await begin(key)
    expect(found).toMatchObject({ offset: photo.length })
    expect((await cancel(found.id)).body).toMatchObject({ code: 'upload_finished' })
    const result = await api.request(calls.readUpload, { ...ofUpload(found.id), headers: TUS })
    expect(result.body).toMatchObject({
      limitReached: false,
      post: { User: { id: guest.user.id } },
    })
    expect(await Array.fromAsync(api.blobs.list('partial/'))).toEqual([])
  })
})

describe('an upload that was cancelled', () => {
  it('leaves nothing of what its sender said of the photo', async () => {
    await cancel((await begin(randomUUID())).id)
    expect(await api.db.all(sql`select state, metadata, sha256 from uploads`)).toEqual([
      { state: 'cancelled', metadata: '', sha256: null },
    ])
  })

  it('is forgotten where its user has begun and cancelled 200 since, and none that is open is', async () => {
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
