import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { CHUNK_TYPE } from '../../../contract/tus-protocol.ts'
import { sql } from '../../../server/db/sql.ts'
import { startMeanwhile } from '../../support/act-meanwhile.ts'
import { toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'
import { makePhoto } from '../../support/photos.ts'

let api: OrmaApi
let owner: Person
let guest: Person
let event: Event
let meanwhile: ReturnType<typeof startMeanwhile>

beforeEach(async () => {
  meanwhile = startMeanwhile()
  ;({ api, owner, guest, event } = await startOrmaPeople(meanwhile.watch))
  const event_date = new Date(api.clock.ms).toISOString().slice(0, 19)
  event = await api.createOrma(owner, { event_date })
})
afterEach(() => api.close())

async function set(fields: Record<string, string>): Promise<void> {
  const params = { event_hash: event.event_hash }
  const body = toForm(fields)
  const { status } = await api.request(calls.updateEvent, { params, token: owner.token, body })
  expect(status).toBe(200)
}

const pause = () => set({ paused: 'true' })
const close = () => set({ uploadsClosed: 'true' })

async function upload(person: Person, key: string) {
  const image = new File([new Uint8Array(await makePhoto({ width: 64, height: 48 }))], 'a.jpg')
  const stated = { timezone: 'UTC', description: '', original_date: '2026-06-20T18:30:00Z' }
  return api.request(calls.uploadPhoto, {
    params: { event_hash: event.event_hash },
    body: toForm({ image, ...stated }),
    token: person.token,
    headers: { 'idempotency-key': key },
  })
}

/** Begins a resumable upload; gives what sends its bytes. */
async function beginUpload() {
  const photo = new Uint8Array(await makePhoto({ width: 64, height: 48 }))
  const fields = { key: randomUUID(), timezone: 'UTC', original_date: '2026-06-20T18:30:00Z' }
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${btoa(value)}`)
  const params = { event_hash: event.event_hash }
  const { token } = guest
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await api.request(calls.createUpload, {
    params,
    token,
    headers: { ...tus, 'upload-length': `${photo.length}`, 'upload-metadata': metadata.join() },
  })
  expect(begun.status).toBe(201)
  const upload_id = begun.headers.get('location')?.split('/').pop() ?? ''
  return () =>
    api.request(calls.appendToUpload, {
      params: { ...params, upload_id },
      token,
      body: new Blob([photo]),
      headers: { ...tus, 'upload-offset': '0', 'content-type': CHUNK_TYPE },
    })
}

/** How many photos there are, as rows and as files. */
async function kept(): Promise<{ posts: number; originals: number }> {
  const posts = await api.db.all(sql`select id from posts`)
  let originals = 0
  for await (const _blob of api.blobs.list('original/')) originals += 1
  return { posts: posts.length, originals }
}

describe('a photo on its way', () => {
  it.each([
    ['paused', pause, 'paused'],
    ['closed to photos', close, 'window_closed'],
  ])('is not taken once its Orma has been %s', async (_what, act, code) => {
    meanwhile.do(act)
    const sent = await upload(guest, randomUUID())
    expect([sent.status, sent.body?.code]).toEqual([403, code])
    expect(await kept()).toEqual({ posts: 0, originals: 0 })
  })

  it.each([
    ['paused', pause, { paused: 'false' }, 'paused'],
    ['closed to photos', close, { uploadsClosed: 'false' }, 'window_closed'],
  ])(
    'in pieces is not taken once its Orma has been %s, and is when that is taken back',
    async (_what, act, back, code) => {
      const send = await beginUpload()
      meanwhile.do(act)
      const sent = await send()
      expect([sent.status, sent.body?.code]).toEqual([403, code])
      expect(await kept()).toEqual({ posts: 0, originals: 0 })
      await set(back)
      await send()
      expect(await kept()).toEqual({ posts: 1, originals: 1 })
    },
  )

  it('is taken of the owner, and told to have come in where it had before the Orma was closed', async () => {
    meanwhile.do(pause)
    expect((await upload(owner, randomUUID())).status).toBe(201)
    await set({ paused: 'false' })
    const key = randomUUID()
    expect((await upload(guest, key)).status).toBe(201)
    meanwhile.do(close)
    expect((await upload(guest, key)).status).toBe(200)
  })
})

describe('a comment or a like on its way', () => {
  it('is not taken once its Orma has been paused', async () => {
    const { id: post_id } = await api.addPost(event, owner)
    const params = { event_hash: event.event_hash, post_id }
    const { token } = guest
    const add = (content: string) =>
      api.request(calls.addComment, { params, token, body: { content } })
    const { body: comment } = await add('Lovely')
    const sendings = [
      () => add('Wow'),
      () =>
        api.request(calls.editComment, {
          params: { ...params, id: post_id, comment_id: comment.id },
          token,
          body: { content: 'Wow' },
        }),
      () => api.request(calls.likePost, { params, token, body: { post_id } }),
    ]
    for (const send of sendings) {
      meanwhile.do(pause)
      const sent = await send()
      expect([sent.status, sent.body?.code]).toEqual([403, 'paused'])
      await set({ paused: 'false' })
    }
    expect(await api.db.all(sql`select content from comments`)).toEqual([{ content: 'Lovely' }])
    expect(await api.db.all(sql`select * from likes`)).toEqual([])
  })
})
