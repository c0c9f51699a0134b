import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { blobsOf } from '../../../server/backup/row-blobs.ts'
import { newMediaName } from '../../../server/blobs/blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Row } from '../../../server/db/tables.ts'
import { mediaKeys, videoKeys } from '../../../server/posts/post-media.ts'
import { PHOTO_QUEUE } from '../../../server/uploads/process-photo.ts'
import { RENEW_QUEUES, startRenewal } from '../../../server/uploads/renew-photos.ts'
import { sweepBlobs } from '../../../server/uploads/sweep-blobs.ts'
import { VIDEO_QUEUE } from '../../../server/uploads/work-on-posts.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, guest, event } = freshOrma()

let video: { id: number; media_name: string }
beforeEach(async () => {
  video = await api.addPost(event, guest, { kind: 'video', cleanType: 'webm' })
})

const storedKeys = async () => (await Array.fromAsync(api.blobs.list(''))).map(({ key }) => key)

/** Also of a video's copies. */
const keysOf = (media_name: string) =>
  Object.values({ ...mediaKeys(media_name), ...videoKeys(media_name) })

describe('the files of a video', () => {
  it('go with its post', async () => {
    const kept = await api.addPost(event, guest, { kind: 'video', cleanType: 'mov' })
    const params = { event_hash: event.event_hash, post_id: video.id }
    await api.request(calls.deletePost, { params, token: guest.token })
    expect((await storedKeys()).toSorted()).toEqual(keysOf(kept.media_name).toSorted())
  })

  it('go with its Orma', async () => {
    const params = { event_hash: event.event_hash }
    await api.request(calls.deleteEvent, { params, token: owner.token })
    expect(await storedKeys()).toEqual([])
  })

  it('are no orphans, as those of a video that no row knows', async () => {
    const orphans = Object.values(videoKeys(newMediaName()))
    for (const key of orphans) await api.blobs.put(key, Buffer.from('left behind'))
    expect(await sweepBlobs(api.db, api.blobs, -1)).toBe(orphans.length)
    expect((await storedKeys()).toSorted()).toEqual(keysOf(video.media_name).toSorted())
  })

  it('are named for a backup, each where there is to be one', async () => {
    await api.addPost(event, guest, { kind: 'video' })
    await api.addPost(event, guest, { kind: 'video', status: 'READYFORPROCESSING' })
    await api.addPost(event, guest)
    const rows = await api.db.all<Row>(sql`select * from posts order by id`)
    const needed = rows.map((row) =>
      blobsOf('posts', row).flatMap(({ key, isNeeded }) =>
        isNeeded ? [key.slice(0, key.indexOf('/'))] : [],
      ),
    )
    expect(needed).toEqual([
      ['original', 'full', 'thumb', 'video', 'clean'],
      ['original', 'full', 'thumb', 'video'],
      ['original'],
      ['original', 'full', 'thumb'],
    ])
  })
})

describe('the renewal of photos', () => {
  it('leaves videos as they are where nobody could make them', async () => {
    await api.addPost(event, guest)
    const failed = await api.addPost(event, guest, { status: 'FAILEDPROCESSING', kind: 'video' })
    expect(await startRenewal(api.db, event.id, api.now(), { hasVideos: false })).toEqual({
      left: { photo: 1, video: 0 },
      isNew: true,
    })
    expect(await api.db.all(sql`select queue from jobs`)).toEqual([{ queue: RENEW_QUEUES.photo }])
    const row = await api.db.get(sql`select status from posts where id = ${failed.id}`)
    expect(row).toEqual({ status: 'FAILEDPROCESSING' })
  })

  it('has what failed tried again, each as what it is', async () => {
    const status = 'FAILEDPROCESSING'
    const failed = [
      await api.addPost(event, guest, { status }),
      await api.addPost(event, guest, { status, kind: 'video' }),
    ]
    await api.db.run(sql`delete from posts where id = ${video.id}`)
    expect(await startRenewal(api.db, event.id, api.now(), { hasVideos: true })).toEqual({
      left: { photo: 1, video: 1 },
      isNew: true,
    })
    const jobs = await api.db.all(sql`select queue, payload from jobs order by id`)
    expect(jobs).toEqual(
      [PHOTO_QUEUE, VIDEO_QUEUE].map((queue, at) => ({
        queue,
        payload: JSON.stringify({ post_id: failed[at]?.id }),
      })),
    )
  })
})
