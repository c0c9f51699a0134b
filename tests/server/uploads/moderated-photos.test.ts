import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { PhotoError } from '../../../server/media/photo-error.ts'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import type { PhotoProcess } from '../../../server/media/photo-process.ts'
import type { Checked, NudityCheck } from '../../../server/moderation/nudity-check.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { photoWork } from '../../../server/uploads/process-photo.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

// Several photos in turn are rendered and checked here, which takes a busy machine more than a minute.
vi.setConfig({ testTimeout: 180_000 })

let photos: PhotoProcess
let photo: Buffer

beforeAll(async () => {
  photos = createPhotoProcess({ parallelism: 1 })
  photo = await makePhoto({ width: 320, height: 240 })
})
afterAll(() => photos.close())

const { api, owner, guest: author, event } = freshOrma()

/** What becomes of a photo just uploaded, and what of it is stored, where the check says this. */
async function settle(
  person: Person,
  check?: NudityCheck,
): Promise<Partial<Post> & { stored: unknown }> {
  const { id, media_name } = await api.addPost(event, person, { status: 'READYFORPROCESSING' })
  await api.blobs.put(mediaKeys(media_name).original, photo)
  const effect = await photoWork({ ...api, photos, check, now: Date.now }).run({ post_id: id })
  await api.db.transaction(effect)
  const params = { event_hash: event.event_hash, post_id: id }
  const { body } = await api.request(calls.getPost, { params, token: owner.token })
  const { status, reviewReason, width, height } = body.post as Post
  const row = await api.db.get<{ probabilities: string | null }>(
    sql`select probabilities from posts where id = ${id}`,
  )
  return {
    status,
    width,
    height,
    ...(reviewReason && { reviewReason }),
    stored: row?.probabilities,
  }
}

const says = (checked: Checked) => async () => checked
const SIZE = { width: 240, height: 320 }

const setReviewAll = (isOn: boolean) => api.changeOrma(event, owner, { reviewAll: String(isOn) })

describe('a photo once it is rendered', () => {
  it('is shown where nothing speaks against it, with what the check said of it kept', async () => {
    const found = says({ reason: undefined, probabilities: '{"Porn":0.1}' })
    expect(await settle(author, found)).toEqual({
      status: 'COMPLETED',
      ...SIZE,
      stored: '{"Porn":0.1}',
    })
  })

  // Specification: 4.17
  it('waits for the owner where the check finds nudity, but rendered', async () => {
    const found = says({ reason: 'nudity', probabilities: '{"Porn":0.9}' })
    for (const person of [author, owner]) {
      expect(await settle(person, found)).toEqual({
        status: 'FAILEDBYNUDITY',
        reviewReason: 'nudity',
        ...SIZE,
        stored: '{"Porn":0.9}',
      })
    }
  })

  it('waits for the owner where it could not be checked: neither shown nor lost', async () => {
    expect(await settle(author, says({ reason: 'unchecked' }))).toEqual({
      status: 'FAILEDBYNUDITY',
      reviewReason: 'unchecked',
      ...SIZE,
      stored: null,
    })
  })

  it('is shown unchecked where no check is wanted', async () => {
    expect(await settle(author)).toEqual({ status: 'COMPLETED', ...SIZE, stored: null })
  })

  it('goes back to the queue where the server stops during the check', async () => {
    const { id, media_name } = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    await api.blobs.put(mediaKeys(media_name).original, photo)
    const check = () => Promise.reject(new PhotoError('closed'))
    await expect(
      photoWork({ ...api, photos, check, now: Date.now }).run({ post_id: id }),
    ).rejects.toThrow('closed')
  })

  it('waits where the owner looks at every photo; nudity comes first', async () => {
    await setReviewAll(true)
    const isWaiting = { status: 'FAILEDBYNUDITY', reviewReason: 'review' }
    expect(await settle(author)).toMatchObject(isWaiting)
    expect(await settle(author, says({ reason: undefined }))).toMatchObject(isWaiting)
    expect(await settle(author, says({ reason: 'nudity' }))).toMatchObject({
      reviewReason: 'nudity',
    })
    expect(await settle(owner)).toMatchObject({ status: 'COMPLETED' })
    await setReviewAll(false)
    expect(await settle(author)).toMatchObject({ status: 'COMPLETED' })
    // What waits goes on waiting.
    const params = { event_hash: event.event_hash }
    const { body } = await api.request(calls.listFlaggedPosts, { params, token: owner.token })
    expect(body.data).toHaveLength(3)
    const { event: read } = (await api.request(calls.getEvent, { params })).body
    expect(read.postCount).toBe(2)
  })
})
