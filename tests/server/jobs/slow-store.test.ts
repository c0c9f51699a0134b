import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { archiveWork } from '../../../server/archives/archive-work.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { claimJob, enqueueJob, finishJob } from '../../../server/jobs/jobs.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, guest: author, event } = freshOrma()

it('a blob store that does not answer holds up nobody else', async () => {
  await api.addPost(event, author)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blobs: BlobStore = {
    ...api.blobs,
    async size(key) {
      asked.resolve()
      await released.promise
      return api.blobs.size(key)
    },
  }
  const { queue, onFailed } = archiveWork({ ...api, blobs })
  const payload = { event_id: event.id, after: 0 }
  await enqueueJob(api.db, queue, payload, 0)
  const job = await claimJob(api.db, queue, 0, 60_000)
  const ended = onFailed(payload).then((effect) => finishJob(api.db, job!, effect))
  await asked.promise
  const params = { event_hash: event.event_hash, page: 1 }
  expect((await api.request(calls.listPosts, { params })).status).toBe(200)
  // Not only who reads.
  expect(await api.db.transaction(async () => true)).toBe(true)
  released.resolve()
  expect(await ended).toBe(true)
})
