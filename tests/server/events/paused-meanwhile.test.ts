import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { CHUNK_TYPE } from '../../../contract/tus-protocol.ts'
import { sql } from '../../../server/db/sql.ts'
import { startMeanwhile } from '../../support/act-meanwhile.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

const meanwhile = startMeanwhile()
const { api, owner, guest } = freshOrma(meanwhile.watch)
let event: Event

beforeEach(async () => {
  const event_date = new Date(api.clock.ms).toISOString().slice(0, 19)
  event = await api.createOrma(owner, { event_date })
})

async function set(fields: Record<string, string>): Promise<void> {
  const { status } = await api.changeOrma(event, owner, fields)
  expect(status).toBe(200)
}

const pause = () => set({ paused: 'true' })
const close = () => set({ uploadsClosed: 'true' })

const upload = (person: Person, key: string) => api.upload(event, person, { key })

/** Begins a resumable upload; gives what sends its bytes. */
async function beginUpload() {
  const photo = new Uint8Array(await makePhoto({ width: 64, height: 48 }))
  const begun = await api.beginUpload(event, guest, { length: photo.length })
  expect(begun.status).toBe(201)
  return () =>
    api.request(calls.appendToUpload, {
      params: { event_hash: event.event_hash, upload_id: begun.id },
      token: guest.token,
      body: new Blob([photo]),
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': CHUNK_TYPE },
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
    ['ended', () => set({ endsAt: '2026-01-01T00:00:00Z' }), 'window_closed'],
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
    'in pieces is not taken once its Orma is %s, until that is undone',
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

  it('is taken of the owner, and found where it had come in before', async () => {
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
