import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { PhotoError } from '../../../server/media/photo-messages.ts'
import type { Checked, NudityCheck } from '../../../server/moderation/nudity-check.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { photoWork } from '../../../server/uploads/process-photo.ts'
import { freshOrma, sharedPhotoProcess } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

const photos = sharedPhotoProcess({ parallelism: 1 })
const photo = await makePhoto({ width: 320, height: 240 })
const { api, owner, guest: author, event } = freshOrma()

async function addPhoto(person: Person): Promise<number> {
  const { id, media_name } = await api.addPost(event, person, { status: 'READYFORPROCESSING' })
  await api.blobs.put(mediaKeys(media_name).original, photo)
  return id
}

const workOff = async (post_id: number, check?: NudityCheck) =>
  api.db.transaction(await photoWork({ ...api, photos, check, now: Date.now }).run({ post_id }))

/** What becomes of a photo just uploaded, and what of it is stored, where the check says this. */
async function settle(person: Person, check?: NudityCheck) {
  const post_id = await addPhoto(person)
  await workOff(post_id, check)
  const params = { event_hash: event.event_hash, post_id }
  const { body } = await api.request(calls.getPost, { params, token: owner.token })
  const row = await api.db.get<{ probabilities: string | null }>(
    sql`select probabilities from posts where id = ${post_id}`,
  )
  return { ...(body.post as Post), stored: row?.probabilities }
}

const says = (checked: Checked) => async () => checked
const setReviewAll = (isOn: boolean) => api.changeOrma(event, owner, { reviewAll: String(isOn) })

describe('a photo once it is rendered', () => {
  const waits = { status: 'FAILEDBYNUDITY', width: 240, height: 320 }
  const probabilities = '{"Porn":0.9}'

  it.each([
    ['nothing speaks against it', says({ reason: undefined, probabilities }), probabilities],
    ['no check is wanted', undefined, null],
  ])('is shown where %s', async (_what, check, stored) => {
    const post = await settle(author, check)
    expect(post).toMatchObject({ ...waits, status: 'COMPLETED', stored })
    expect(post.reviewReason).toBeUndefined()
  })

  // Specification: 4.17
  it('waits for the owner where the check finds nudity, but rendered', async () => {
    const nudity = { ...waits, reviewReason: 'nudity', stored: probabilities }
    for (const person of [author, owner])
      expect(await settle(person, says({ reason: 'nudity', probabilities }))).toMatchObject(nudity)
  })

  it('waits for the owner where it could not be checked: neither shown nor lost', async () => {
    const unchecked = { ...waits, reviewReason: 'unchecked', stored: null }
    expect(await settle(author, says({ reason: 'unchecked' }))).toMatchObject(unchecked)
  })

  it('goes back to the queue where the server stops during the check', async () => {
    const check = () => Promise.reject(new PhotoError('closed'))
    await expect(workOff(await addPhoto(author), check)).rejects.toThrow('closed')
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
