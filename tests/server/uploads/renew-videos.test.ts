import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { claimJob, enqueueJob, finishJob } from '../../../server/jobs/jobs.ts'
import { createVideoProcess } from '../../../server/media/video-process.ts'
import type { VideoProcess } from '../../../server/media/video-process.ts'
import { Outage } from '../../../server/outages.ts'
import { blobKeysOf, mediaKeys } from '../../../server/posts/post-media.ts'
import { videoWork } from '../../../server/uploads/process-video.ts'
import { RENEW_QUEUES, renewWork, startRenewal } from '../../../server/uploads/renew-photos.ts'
import { VIDEO_QUEUE } from '../../../server/uploads/work-on-posts.ts'
import { freshOrma, sharedFolder, sharedPhotoProcess } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import { VIDEO_LIMITS } from '../../support/orma-api.ts'

const photos = sharedPhotoProcess({ parallelism: 1 })
const folder = await sharedFolder()
const SMALL = { seconds: 1, width: 160, height: 120 }
const [hevc, clip] = [join(folder, 'hevc.mp4'), join(folder, 'clip.mp4')]
await makeVideo(hevc, { ...SMALL, codec: 'hevc' })
await makeVideo(clip, SMALL)
const { api, guest, event } = freshOrma()

let videos: VideoProcess
beforeEach(() => {
  videos = createVideoProcess({ folder: join(folder, 'work'), log: api.log })
})
afterEach(() => videos.close())

const parts = () => ({ ...api, photos, videos, videoLimits: VIDEO_LIMITS })
const claim = () => claimJob(api.db, RENEW_QUEUES.video, api.now(), 1000)
const storedKeys = async () => (await Array.fromAsync(api.blobs.list(''))).map(({ key }) => key)

/** Does the next job as the server would. */
async function workOff(): Promise<void> {
  const job = (await claim())!
  const effect = await renewWork(parts(), 'video').run(JSON.parse(job.payload))
  await finishJob(api.db, job, effect)
}

/** A video whose other files say nothing. */
async function add(file: string, status?: 'READYFORPROCESSING'): Promise<number> {
  const { id, media_name } = await api.addPost(event, guest, {
    kind: 'video',
    ...(status && { status }),
  })
  await api.blobs.put(mediaKeys(media_name).original, await readFile(file))
  return id
}

interface Row {
  media_name: string
  rendition_bytes: number
}
const readRow = (id: number) => api.db.get<Row>(sql`select * from posts where id = ${id}`)
const readStorage = () =>
  api.db.get<{ bytes: number }>(sql`select storage_bytes as bytes from events`)
const begin = () => startRenewal(api.db, event.id, api.now(), { hasVideos: true })

it('all of a video is made anew from its original, at a new address', async () => {
  const id = await add(hevc, 'READYFORPROCESSING')
  await api.db.transaction(await videoWork(parts()).run({ post_id: id }))
  const [before, storage] = [await readRow(id), await readStorage()]
  await api.db.run(sql`
    update posts set thumbhash = 'AAAA', duration_ms = 1, clean_type = null,
           rendition_bytes = rendition_bytes - 100
     where id = ${id}`)
  await api.db.run(sql`update events set storage_bytes = storage_bytes - 100`)
  await api.db.run(sql`
    insert into archive_files (post_id, type, size, crc32, content)
    values (${id}, 'mp4', 1, 1, '{"blob":"clean","parts":[]}')`)

  expect(await begin()).toEqual({ left: { photo: 0, video: 1 }, isNew: true })
  await workOff()
  const after = (await readRow(id))!
  expect(after).toEqual({ ...before, media_name: after.media_name })
  expect(after.media_name).not.toBe(before?.media_name)
  expect((await storedKeys()).toSorted()).toEqual(
    blobKeysOf({ ...after, kind: 'video' }).toSorted(),
  )
  expect(await readStorage()).toEqual(storage)
  expect(await api.db.get(sql`select post_id from archive_files`)).toBeUndefined()
})

it('a video that cannot be decoded any more keeps what it has', async () => {
  // Its original is no video.
  const kept = await api.addPost(event, guest, { kind: 'video', cleanType: 'webm' })
  const next = await add(clip)
  const before = [await readRow(kept.id), await readRow(next)]
  const keys = blobKeysOf({ ...kept, kind: 'video' })
  await begin()
  await workOff()
  await workOff()
  expect(await readRow(kept.id)).toEqual(before[0])
  expect(await storedKeys()).toEqual(expect.arrayContaining(keys))
  expect((await readRow(next))?.media_name).not.toBe(before[1]?.media_name)
})

it('photos are renewed anew while nobody renews the videos before', async () => {
  await add(clip)
  await begin()
  await api.addPost(event, guest)
  expect(await begin()).toEqual({ left: { photo: 1, video: 1 }, isNew: true })
  expect(await begin()).toEqual({ left: { photo: 1, video: 1 }, isNew: false })
  expect(await api.db.all(sql`select queue from jobs order by queue`)).toEqual([
    { queue: RENEW_QUEUES.photo },
    { queue: RENEW_QUEUES.video },
  ])
})

it('a video keeps its poster where ffmpeg is gone for a moment', async () => {
  const id = await add(clip)
  const before = await readRow(id)
  await begin()
  videos.close()
  const options = { folder: join(folder, 'work'), log: api.log, missing: async () => 'ffmpeg' }
  videos = createVideoProcess(options)
  const job = (await claim())!
  const running = renewWork(parts(), 'video').run(JSON.parse(job.payload))
  await expect(running).rejects.toBeInstanceOf(Outage)
  expect(await readRow(id)).toEqual(before)
})

it('a server that stops leaves the video to be renewed for the next', async () => {
  const id = await add(clip)
  const before = await readRow(id)
  await begin()
  const job = (await claim())!
  const running = renewWork(parts(), 'video').run(JSON.parse(job.payload))
  videos.close()
  await expect(running).rejects.toMatchObject({ reason: 'closed', isRetryable: true })
  expect(await begin()).toEqual({ left: { photo: 0, video: 1 }, isNew: false })
  expect(await readRow(id)).toEqual(before)
})

it('new videos are made before others are renewed', async () => {
  const id = await add(clip)
  const before = await readRow(id)
  await begin()
  await api.db.transaction((tx) => enqueueJob(tx, VIDEO_QUEUE, { post_id: 0 }, api.now()))
  await workOff()
  expect(await readRow(id)).toEqual(before)
  expect(await begin()).toEqual({ left: { photo: 0, video: 1 }, isNew: false })
})
