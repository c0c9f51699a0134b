import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { enqueueJob } from '../../../server/jobs/jobs.ts'
import { createVideoProcess } from '../../../server/media/video-process.ts'
import type { VideoProcess } from '../../../server/media/video-process.ts'
import type { Checked, NudityCheck } from '../../../server/moderation/nudity-check.ts'
import { Outage } from '../../../server/outages.ts'
import { mediaKeys, videoKeys } from '../../../server/posts/post-media.ts'
import { PHOTO_QUEUE, photoWork } from '../../../server/uploads/process-photo.ts'
import { videoWork } from '../../../server/uploads/process-video.ts'
import { freshOrma, sharedFolder, sharedPhotoProcess } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import { VIDEO_LIMITS } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

const photos = sharedPhotoProcess({ parallelism: 1 })
const folder = await sharedFolder()
const clip = await film('clip.mp4', 'h264')
const hevc = await film('hevc.mp4', 'hevc')
const { api, owner, guest, event } = freshOrma()

let videos: VideoProcess
/** What this machine lacks. */
let missing: string | undefined
beforeEach(() => {
  missing = undefined
  const options = { folder: join(folder, 'work'), log: api.log, missing: async () => missing }
  videos = createVideoProcess(options)
})
afterEach(() => videos.close())

async function film(name: string, codec: 'h264' | 'hevc'): Promise<Buffer> {
  await makeVideo(join(folder, name), { seconds: 1, codec })
  return readFile(join(folder, name))
}

async function add(video: Buffer): Promise<{ id: number; media_name: string }> {
  const added = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
  await api.db.run(sql`update posts set kind = 'video', type = 'mp4' where id = ${added.id}`)
  await api.blobs.put(mediaKeys(added.media_name).original, video)
  return added
}

const work = (check?: NudityCheck, db: Database = api.db) =>
  videoWork({ ...api, db, photos, videos, check, videoLimits: VIDEO_LIMITS })

/** What becomes of a video, perhaps with a poster of its phone, and what its row says besides. */
async function settle(video: Buffer, check?: NudityCheck, poster?: Buffer) {
  const { id, media_name } = await add(video)
  if (poster) await api.blobs.put(mediaKeys(media_name).full, poster)
  await api.db.transaction(await work(check).run({ post_id: id }))
  const params = { event_hash: event.event_hash, post_id: id }
  const { body } = await api.request(calls.getPost, { params, token: owner.token })
  const row = await api.db.get<{ clean_type: string | null; probabilities: string | null }>(
    sql`select clean_type, probabilities from posts where id = ${id}`,
  )
  return { ...(body.post as Post), ...row, media_name }
}

/** Says one after the other. */
function says(...answers: Checked[]) {
  const check = vi.fn<NudityCheck>()
  for (const answer of answers) check.mockResolvedValueOnce(answer)
  return check.mockResolvedValue({ reason: undefined, probabilities: 'clear' })
}

it('a video that had to be encoded has a copy as it was filmed', async () => {
  const { clean_type, media_name } = await settle(hevc)
  expect(clean_type).toBe('mp4')
  expect(await api.blobs.size(videoKeys(media_name).clean)).toBeGreaterThan(1000)
  const plain = await settle(clip)
  expect(plain.clean_type).toBeNull()
  expect(await api.blobs.size(videoKeys(plain.media_name).clean)).toBeUndefined()
})

it('a video is checked by five frames, of which the worst decides', async () => {
  const clear = says()
  expect(await settle(clip, clear)).toMatchObject({ status: 'COMPLETED', probabilities: 'clear' })
  expect(clear).toHaveBeenCalledTimes(5)
  expect(clear.mock.calls.every(([square]) => square.length === 224 * 224 * 3)).toBe(true)
  const harmless: Checked = { reason: undefined }
  const found: Checked = { reason: 'nudity', probabilities: 'found' }
  expect(await settle(clip, says(harmless, { reason: 'unchecked' }, found))).toMatchObject({
    status: 'FAILEDBYNUDITY',
    reviewReason: 'nudity',
    probabilities: 'found',
    duration: 1,
  })
  expect(await settle(clip, says(harmless, harmless, { reason: 'unchecked' }))).toMatchObject({
    status: 'FAILEDBYNUDITY',
    reviewReason: 'unchecked',
  })
})

describe('a video of which no frame can be made', () => {
  beforeEach(() => {
    missing = 'ffmpeg'
  })

  it('waits for the owner where photos are checked, whatever its poster shows', async () => {
    const check = says()
    expect(await settle(clip, check, await makePhoto({}))).toMatchObject({
      status: 'FAILEDBYNUDITY',
      reviewReason: 'unchecked',
      duration: 1,
    })
    expect(check).toHaveBeenCalledTimes(1)
    const unseen = says()
    expect(await settle(clip, unseen)).toMatchObject({ reviewReason: 'unchecked' })
    expect(unseen).not.toHaveBeenCalled()
  })

  it('has the reason that its poster gives where that is graver', async () => {
    const found = says({ reason: 'nudity', probabilities: 'found' })
    expect(await settle(clip, found, await makePhoto({}))).toMatchObject({
      reviewReason: 'nudity',
      probabilities: 'found',
    })
  })

  it('is shown at once where nothing is checked', async () => {
    const post = await settle(clip, undefined, await makePhoto({ width: 800, height: 600 }))
    expect(post).toMatchObject({ status: 'COMPLETED', width: 320, height: 240, clean_type: null })
  })

  it('has a plain picture where its poster cannot be decoded', async () => {
    expect(await settle(clip, undefined, Buffer.from('none'))).toMatchObject({
      status: 'COMPLETED',
      width: 320,
      height: 240,
    })
  })

  it('waits without failing where it would have to be encoded', async () => {
    await expect(settle(hevc)).rejects.toMatchObject({ message: 'ffmpeg is missing' })
    await expect(settle(hevc)).rejects.toBeInstanceOf(Outage)
    expect(await api.db.get(sql`select distinct status from posts`)).toEqual({
      status: 'READYFORPROCESSING',
    })
  })

  it('is made of frames once ffmpeg is there', async () => {
    missing = undefined
    const clear = says()
    expect(await settle(clip, clear, await makePhoto({}))).toMatchObject({ status: 'COMPLETED' })
    expect(clear).toHaveBeenCalledTimes(5)
  })
})

it('videos that look alike are no burst', async () => {
  await api.changeOrma(event, owner, { reviewAll: 'true' })
  const waiting = [await settle(clip), await settle(clip)]
  const params = { event_hash: event.event_hash }
  const body = { post_ids: waiting.map(({ id }) => id) }
  const approved = await api.request(calls.approvePosts, { params, token: owner.token, body })
  const posts = approved.body.posts as Post[]
  expect(posts.map(({ status, burst }) => [status, burst])).toEqual([
    ['COMPLETED', undefined],
    ['COMPLETED', undefined],
  ])
})

it('a video goes back to the queue where the server stops', async () => {
  const { id } = await add(hevc)
  const running = work().run({ post_id: id })
  videos.close()
  await expect(running).rejects.toMatchObject({ reason: 'closed', isRetryable: true })
})

it('a video waits while photos wait to be shown', async () => {
  const { id } = await add(clip)
  await api.db.transaction((tx) => enqueueJob(tx, PHOTO_QUEUE, { post_id: 0 }, Date.now()))
  let looks = 0
  const get: Database['get'] = (asked) => {
    if (asked.parts.join('').includes('from jobs')) looks += 1
    return api.db.get(asked)
  }
  const running = work(undefined, { ...api.db, get }).run({ post_id: id })
  await vi.waitUntil(() => looks > 1, { timeout: 60_000 })
  await api.db.run(sql`delete from jobs`)
  await api.db.transaction(await running)
  const row = await api.db.get(sql`select status from posts where id = ${id}`)
  expect(row).toEqual({ status: 'COMPLETED' })
})

it('a video in the queue of photos goes on waiting', async () => {
  const { id } = await add(clip)
  await api.db.transaction(await photoWork({ ...api, photos }).run({ post_id: id }))
  const row = await api.db.get(sql`select status from posts where id = ${id}`)
  expect(row).toEqual({ status: 'READYFORPROCESSING' })
})

it('a video that is deleted meanwhile is no failure', async () => {
  const { id } = await add(clip)
  const running = work().run({ post_id: id })
  await api.db.run(sql`delete from posts where id = ${id}`)
  await api.db.transaction(await running)
  expect(await api.db.get(sql`select id from posts`)).toBeUndefined()
})
