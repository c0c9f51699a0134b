import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Post } from '../../../contract/entities.ts'
import { countFiles, listFiles } from '../../../server/archives/archive-rows.ts'
import { archiveWork } from '../../../server/archives/archive-work.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Sql } from '../../../server/db/sql.ts'
import { claimJob, finishJob } from '../../../server/jobs/jobs.ts'
import type { JobWork } from '../../../server/jobs/job-runner.ts'
import { createLog } from '../../../server/log.ts'
import type { PhotoProcess } from '../../../server/media/photo-process.ts'
import type { NudityCheck } from '../../../server/moderation/nudity-check.ts'
import { mediaAddresses, mediaKeys } from '../../../server/posts/post-media.ts'
import { fullWork, photoWork } from '../../../server/uploads/process-photo.ts'
import { freshOrma, sharedPhotoProcess } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { photoRenewal } from '../../support/photo-renewal.ts'
import { makePhoto } from '../../support/photos.ts'

const photos = sharedPhotoProcess({ parallelism: 1 })
const photo = await makePhoto({ width: 2400, height: 1800, profile: 'p3' })
let post_id: number
let media_name: string

const { api, owner, guest: author, event } = freshOrma()
beforeEach(async () => {
  post_id = await addPhoto()
})

async function addPhoto(): Promise<number> {
  const answer = await api.upload(event, author, { photo })
  const row = await api.db.get<{ media_name: string }>(
    sql`select media_name from posts order by id desc limit 1`,
  )
  media_name = row?.media_name ?? ''
  return (answer.body.post as Post).id
}

const first = (check?: NudityCheck) => photoWork({ ...api, photos, check, now: Date.now })
const second = () => fullWork({ ...api, photos, log: createLog('silent') })

/** Does the job of a queue, as the server would. False where there is none. */
async function workOff({ queue, run }: JobWork): Promise<boolean> {
  const job = await claimJob(api.db, queue, Date.now(), 60_000)
  return job !== undefined && finishJob(api.db, job, await run(JSON.parse(job.payload)))
}

const callAs = (person: Person, endpoint: Endpoint) =>
  api.request(endpoint, { params: { event_hash: event.event_hash, post_id }, token: person.token })

const postSeenBy = async (viewer: Person): Promise<Post | undefined> =>
  (await callAs(viewer, calls.getPost)).body.post

const isStored = async (kind: 'full' | 'thumb') =>
  (await api.blobs.size(mediaKeys(media_name)[kind])) !== undefined

/** The number that a statement asks for. */
const numberOf = async (statement: Sql) =>
  (await api.db.get<{ number: number }>(statement))?.number ?? 0
const lacksFull = () => numberOf(sql`select lacks_full as number from posts where id = ${post_id}`)
const countNews = () => numberOf(sql`select count(*) as number from live_changes`)
const storage = () => numberOf(sql`select storage_bytes as number from events`)

describe('a photo whose large rendition is still to be made', () => {
  it('is shown, and its thumb stands for the large picture', async () => {
    await workOff(first())
    const { thumb } = mediaAddresses(media_name)
    expect(await postSeenBy(owner)).toMatchObject({
      status: 'COMPLETED',
      image_url: thumb,
      compressed_url: thumb,
      width: 1800,
      height: 2400,
    })
    expect([await isStored('thumb'), await isStored('full')]).toEqual([true, false])
  })

  it('gets it by a second job, told like any change', async () => {
    await workOff(first())
    const news = await countNews()
    const bytes = await storage()
    expect(await workOff(second())).toBe(true)
    const { full, thumb } = mediaAddresses(media_name)
    const post = { image_url: full, compressed_url: thumb, width: 1800, height: 2400 }
    expect(await postSeenBy(owner)).toMatchObject(post)
    expect(await countNews()).toBe(news + 1)
    expect(await storage()).toBe(bytes + ((await api.blobs.size(mediaKeys(media_name).full)) ?? 0))
    expect(await workOff(second())).toBe(false)
  })

  it('is seen by nobody before the check has said something', async () => {
    const [asked, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const working = workOff(
      first(async () => {
        asked.resolve()
        await decided.promise
        return { reason: 'nudity' }
      }),
    )
    await asked.promise
    expect(await postSeenBy(owner)).toMatchObject({ status: 'READYFORPROCESSING', image_url: null })
    decided.resolve()
    await working
    expect(await postSeenBy(owner)).toMatchObject({ status: 'FAILEDBYNUDITY' })
    const { body } = await api.request(calls.listPosts, {
      params: { event_hash: event.event_hash, page: 1 },
    })
    expect(body).toEqual([])
  })

  it('waits by its thumb, is approved by it, and gets the large picture', async () => {
    await workOff(first(async () => ({ reason: 'nudity' })))
    const flagged = await postSeenBy(owner)
    expect(flagged?.image_url).toBe(flagged?.compressed_url)
    expect(flagged?.image_url).toMatch(/thumb\.webp\?/)
    await callAs(owner, calls.approvePost)
    const { full, thumb } = mediaAddresses(media_name)
    expect(await postSeenBy(owner)).toMatchObject({ status: 'COMPLETED', image_url: thumb })
    await workOff(second())
    expect(await postSeenBy(owner)).toMatchObject({ status: 'COMPLETED', image_url: full })
  })

  it('leaves none behind where it is deleted meanwhile', async () => {
    await workOff(first())
    const job = await claimJob(api.db, second().queue, Date.now(), 60_000)
    const effect = await second().run({ post_id })
    await callAs(author, calls.deletePost)
    expect(job && (await finishJob(api.db, job, effect))).toBe(true)
    expect([await isStored('thumb'), await isStored('full')]).toEqual([false, false])
    expect(await storage()).toBe(0)
  })

  it('is no failure of either job where it is deleted before its file is read', async () => {
    const remove = () => callAs(author, calls.deletePost)
    const deleting: PhotoProcess = {
      ...photos,
      renderFirst: async (file) => remove().then(() => photos.renderFirst(file)),
      renderFull: async (file) => remove().then(() => photos.renderFull(file)),
    }
    const large = fullWork({ ...api, photos: deleting, log: createLog('silent') })
    await workOff(first())
    expect(await workOff(large)).toBe(true)
    post_id = await addPhoto()
    expect(await workOff(photoWork({ ...api, photos: deleting, now: Date.now }))).toBe(true)
    expect([await isStored('thumb'), await isStored('full')]).toEqual([false, false])
  })

  it('goes on being shown by its thumb where it cannot be made', async () => {
    await workOff(first())
    const job = await claimJob(api.db, second().queue, Date.now(), 60_000)
    await finishJob(api.db, job!, await second().onFailed({ post_id }))
    const { thumb } = mediaAddresses(media_name)
    expect(await postSeenBy(owner)).toMatchObject({ status: 'COMPLETED', image_url: thumb })
    expect(await lacksFull()).toBe(2)
    const params = { event_id: event.id, after: 0, last: post_id }
    await photoRenewal({ ...api, photos, now: Date.now }).run(params)
    expect((await postSeenBy(owner))?.image_url).toMatch(/full/)
    expect(await lacksFull()).toBe(0)
  })

  it('is tried once where its large rendition cannot be decoded', async () => {
    await workOff(first())
    await api.blobs.put(mediaKeys(media_name).original, new Uint8Array(photo.subarray(0, 20)))
    expect(await workOff(second())).toBe(true)
    expect(await lacksFull()).toBe(2)
    expect((await postSeenBy(owner))?.status).toBe('COMPLETED')
  })

  it('is not yet known to an archive that would take its large rendition', async () => {
    await workOff(first())
    const { original } = mediaKeys(media_name)
    await api.blobs.delete(original)
    await archiveWork(api).run({ event_id: event.id, after: 0 })
    expect(await countFiles(api.db, { event_id: event.id })).toEqual({ photos: 1, known: 0 })
    await api.blobs.put(original, new Uint8Array(photo))
    await workOff(second())
    await api.blobs.delete(original)
    await archiveWork(api).run({ event_id: event.id, after: 0 })
    expect(await listFiles(api.db, { event_id: event.id })).toMatchObject([{ id: post_id }])
  })
})

describe('a photo of which all is rendered at once', () => {
  it('is one that cannot be decoded in part', async () => {
    const small = await makePhoto({ width: 640, height: 480 })
    const progressive = await makePhoto({ width: 2400, height: 1800, progressive: true })
    for (const bytes of [small, progressive]) {
      expect((await photos.renderFirst(bytes)).full).toBeInstanceOf(Uint8Array)
    }
    expect((await photos.renderFirst(photo)).full).toBeUndefined()
  })
})
