import { afterEach, beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOADS_IN_PROCESSING_MAX } from '../../../contract/limits.ts'
import { giveUpFull, publishPost } from '../../../server/posts/posts.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

let api: OrmaApi
let owner: Person
let guest: Person
let event: Event

beforeEach(async () => {
  api = await startOrmaApi()
  owner = await api.signUp()
  guest = await api.signUp()
  event = await api.createOrma(owner)
})

afterEach(() => api.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')

const begin = ({ event_hash }: Event, { token }: Person) =>
  api.request(calls.createUpload, {
    params: { event_hash },
    token,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `original_date ${base64('2026-06-20T18:30:00+02:00')},timezone ${base64('Europe/Paris')}`,
    },
  })

it('who has 200 photos waiting to be processed in an Orma is told to wait (429), until one is done', async () => {
  const add = () => api.addPost(event, guest, { status: 'READYFORPROCESSING' })
  for (let n = 1; n < UPLOADS_IN_PROCESSING_MAX; n += 1) await add()
  const last = await add()
  const refused = await begin(event, guest)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_unprocessed'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await begin(event, owner)).status).toBe(201)
  expect((await begin(await api.createOrma(owner), guest)).status).toBe(201)

  const made = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }
  const publish = (id: number, lacksFull: boolean) =>
    api.db.transaction((tx) => publishPost(tx, id, { ...made, lacksFull }))
  await publish(last.id, false)
  expect((await begin(event, guest)).status).toBe(201)

  // One without its large rendition still waits, unless that has failed for good.
  const another = await add()
  await publish(another.id, true)
  expect((await begin(event, guest)).status).toBe(429)
  await api.db.transaction((tx) => giveUpFull(tx, another))
  expect((await begin(event, guest)).status).toBe(201)
})
