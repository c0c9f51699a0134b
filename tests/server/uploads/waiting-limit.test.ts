import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { UPLOADS_IN_PROCESSING_MAX } from '../../../contract/limits.ts'
import { markFullFailed, publishPost } from '../../../server/posts/posts.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest, event } = freshOrma()

/** What is told before anything is sent. */
async function processing({ token }: Person): Promise<number> {
  const params = { event_hash: event.event_hash }
  return (await api.request(calls.checkLimit, { params, query: {}, token })).body.processing
}

it('who has 200 photos waiting in an Orma has to wait (429)', async () => {
  const add = () => api.addPost(event, guest, { status: 'READYFORPROCESSING' })
  for (let n = 1; n < UPLOADS_IN_PROCESSING_MAX; n += 1) await add()
  const last = await add()
  const refused = await api.beginUpload(event, guest)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_unprocessed'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await processing(guest)).toBe(UPLOADS_IN_PROCESSING_MAX)
  expect(await processing(owner)).toBe(0)
  expect((await api.beginUpload(event, owner)).status).toBe(201)
  expect((await api.beginUpload(await api.createOrma(owner), guest)).status).toBe(201)

  const made = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }
  const publish = (id: number, lacksFull: boolean) =>
    api.db.transaction((tx) => publishPost(tx, id, { ...made, lacksFull }))
  await publish(last.id, false)
  expect((await api.beginUpload(event, guest)).status).toBe(201)

  // One without its large rendition still waits, unless that has failed for good.
  const another = await add()
  await publish(another.id, true)
  expect((await api.beginUpload(event, guest)).status).toBe(429)
  await api.db.transaction((tx) => markFullFailed(tx, another.id))
  expect((await api.beginUpload(event, guest)).status).toBe(201)
})
