import { expect, it } from 'vitest'
import { claimJob } from '../../../server/jobs/jobs.ts'
import { enqueuePost } from '../../../server/uploads/store-received.ts'
import { VIDEO_QUEUE } from '../../../server/uploads/work-on-posts.ts'
import { freshDatabase } from '../../support/fixtures.ts'

const { db } = freshDatabase()
const MINUTE_MS = 60_000

it('a guest’s first video comes before the third of one who came sooner', async () => {
  const wait = (id: number, user_id: number, nowMs: number) =>
    enqueuePost(db, { id, user_id, kind: 'video' }, nowMs)
  for (const id of [10, 11, 12]) await wait(id, 1, 0)
  await wait(20, 2, 11 * MINUTE_MS)
  const served: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const job = await claimJob(db, VIDEO_QUEUE, 12 * MINUTE_MS, MINUTE_MS)
    served.push((JSON.parse(job?.payload ?? '{}') as { post_id: number }).post_id)
  }
  expect(served).toEqual([10, 11, 20, 12])
})
