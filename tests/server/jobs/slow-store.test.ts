import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { archiveWork } from '../../../server/archives/archive-work.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { askForFilm, cancelFilms } from '../../../server/highlights/films.ts'
import { filmWork } from '../../../server/highlights/render-film.ts'
import { claimJob, enqueueJob, finishJob } from '../../../server/jobs/jobs.ts'
import type { JobEffect } from '../../../server/jobs/jobs.ts'
import type { JobWork } from '../../../server/jobs/job-runner.ts'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import type { PhotoProcess } from '../../../server/media/photo-process.ts'
import { filmKey, mediaKeys } from '../../../server/posts/post-media.ts'
import { fullWork } from '../../../server/uploads/complete-photo.ts'
import { photoWork } from '../../../server/uploads/process-photo.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'

const { api, guest: author, event } = freshOrma()
let photos: PhotoProcess
let photo: Buffer
let letGo: () => void

beforeAll(async () => {
  photos = createPhotoProcess({ parallelism: 1 })
  photo = await makePhoto({ width: 2400, height: 1800 })
})
afterAll(() => photos.close())
afterEach(() => letGo())

/** A store where one call has no answer until that is let go. */
function holdUp(call: 'delete' | 'size') {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  letGo = released.resolve
  const held = async <T>(answer: () => Promise<T>): Promise<T> => {
    asked.resolve()
    await released.promise
    return answer()
  }
  const blobs: BlobStore =
    call === 'delete'
      ? { ...api.blobs, delete: (key) => held(() => api.blobs.delete(key)) }
      : { ...api.blobs, size: (key) => held(() => api.blobs.size(key)) }
  return { blobs, asked: asked.promise }
}

async function addPhoto() {
  const post = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
  await api.blobs.put(mediaKeys(post.media_name).original, photo)
  const params = { event_hash: event.event_hash, post_id: post.id }
  const remove = () => api.request(calls.deletePost, { params, token: author.token })
  return { ...post, remove }
}

async function take({ queue }: JobWork, payload: unknown) {
  await enqueueJob(api.db, queue, payload, 0)
  const job = await claimJob(api.db, queue, 0, 60_000)
  if (!job) throw new Error('no job')
  return (effect: JobEffect) => finishJob(api.db, job, effect)
}

async function isAnswered(): Promise<boolean> {
  const params = { event_hash: event.event_hash, page: 1 }
  const answer = await api.request(calls.listPosts, { params })
  // Not only who reads.
  const saved = await api.db.transaction(async () => true)
  return answer.status === 200 && saved
}

/** Ends a job while the store removes nothing, and meanwhile asks the server for something else. */
async function endSlowly(
  work: JobWork,
  payload: unknown,
  slow: ReturnType<typeof holdUp>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const end = await take(work, payload)
  const effect = await work.run(payload)
  await meanwhile()
  const ended = end(effect)
  await slow.asked
  expect(await isAnswered()).toBe(true)
  letGo()
  expect(await ended).toBe(true)
}

describe('a blob store that does not answer holds up nobody else', () => {
  it('while what was rendered of a deleted photo is removed', async () => {
    const post = await addPhoto()
    const slow = holdUp('delete')
    const work = photoWork({ ...api, blobs: slow.blobs, photos })
    const remove = async () => {
      await post.remove()
      expect(await api.blobs.size(mediaKeys(post.media_name).thumb)).toBeUndefined()
      await api.blobs.put(mediaKeys(post.media_name).thumb, photo)
    }
    await endSlowly(work, { post_id: post.id }, slow, remove)
    expect(await api.blobs.size(mediaKeys(post.media_name).thumb)).toBeUndefined()
  })

  it('while the large rendition of a deleted photo is removed', async () => {
    const post = await addPhoto()
    await api.db.transaction(await photoWork({ ...api, photos }).run({ post_id: post.id }))
    const slow = holdUp('delete')
    const { full } = mediaKeys(post.media_name)
    const remove = async () => {
      await post.remove()
      await api.blobs.put(full, photo)
    }
    await endSlowly(
      fullWork({ ...api, blobs: slow.blobs, photos }),
      { post_id: post.id },
      slow,
      remove,
    )
    expect(await api.blobs.size(full)).toBeUndefined()
  })

  it('while the file of a film that is not wanted any more is removed', async () => {
    const slow = holdUp('delete')
    const day = '2026-06-20'
    const title = { name: 'Anna & Ben', date: day }
    const seconds = { normalDurationInSeconds: 1, specialDurationInSeconds: 1 }
    const plan = { images: [], title, ...seconds }
    const film = await askForFilm(api.db, { event_id: event.id, day, plan }, 0)
    const films = {
      render: ({ output }: { output: string }) => writeFile(output, 'film'),
      pids: () => [],
      close: async () => undefined,
    }
    const work = filmWork({ ...api, blobs: slow.blobs, films })
    const cancel = () => cancelFilms(api.db, { event_id: event.id, day })
    await endSlowly(work, { film_id: film.id }, slow, cancel)
    expect(await api.blobs.size(filmKey(film.media_name))).toBeUndefined()
  })

  it('while it is looked at what an archive takes of a photo', async () => {
    await api.addPost(event, author)
    const slow = holdUp('size')
    const work = archiveWork({ ...api, blobs: slow.blobs })
    const payload = { event_id: event.id, after: 0 }
    const end = await take(work, payload)
    const ended = work.onFailed(payload).then(end)
    await slow.asked
    expect(await isAnswered()).toBe(true)
    letGo()
    expect(await ended).toBe(true)
  })
})
