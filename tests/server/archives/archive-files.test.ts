import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { forgetUnreadable, listFiles } from '../../../server/archives/archive-rows.ts'
import { archiveWork } from '../../../server/archives/archive-work.ts'
import { mediaKeys, videoKeys } from '../../../server/posts/post-media.ts'
import { freshOrma, sharedPhotoProcess } from '../../support/fixtures.ts'
import { photoRenewal } from '../../support/photo-renewal.ts'
import { makePhoto } from '../../support/photos.ts'

const photos = sharedPhotoProcess({ parallelism: 1 })
const { api, owner, event } = freshOrma()

async function addPhotos(count: number) {
  const posts = []
  for (let seed = 1; seed <= count; seed += 1) {
    const post = await api.addPost(event, owner)
    const photo = await makePhoto({ width: 64, height: 48, seed })
    await api.blobs.put(mediaKeys(post.media_name).original, photo)
    posts.push(post)
  }
  return posts
}

const prepare = (after = 0) => archiveWork(api).run({ event_id: event.id, after })
const inArchive = async () => (await listFiles(api.db, { event_id: event.id })).map(({ id }) => id)

it('an archive keeps the original of a photo whose pictures were made again', async () => {
  const [post] = await addPhotos(1)
  await prepare()
  expect(await inArchive()).toEqual([post?.id])
  await photoRenewal({ ...api, photos }).run({ event_id: event.id, after: 0, last: post?.id })
  expect(await inArchive()).toEqual([post?.id])
})

it('a photo shown by its thumb alone is in the archive as its thumb', async () => {
  const [post] = await addPhotos(1)
  const { original, full } = mediaKeys(post?.media_name ?? '')
  for (const key of [original, full]) await api.blobs.delete(key)
  await prepare()
  expect(await listFiles(api.db, { event_id: event.id })).toMatchObject([
    { id: post?.id, type: 'webp' },
  ])
})

it('a video is in the archive as its cleaned original, or as it is served', async () => {
  const [webm, mp4, lost] = [
    await api.addPost(event, owner, { kind: 'video', cleanType: 'webm' }),
    await api.addPost(event, owner, { kind: 'video' }),
    await api.addPost(event, owner, { kind: 'video', cleanType: 'mov' }),
  ]
  await api.blobs.delete(videoKeys(lost.media_name).clean)
  for (const after of [0, webm.id, mp4.id]) await prepare(after)
  const files = await listFiles(api.db, { event_id: event.id })
  const sizeOf = (key: string) => api.blobs.size(key)
  expect(files).toMatchObject([
    { id: webm.id, type: 'webm', size: await sizeOf(videoKeys(webm.media_name).clean) },
    { id: mp4.id, type: 'mp4', size: await sizeOf(videoKeys(mp4.media_name).video) },
    { id: lost.id, type: 'mp4', size: await sizeOf(videoKeys(lost.media_name).video) },
  ])
})

it('a video is read for archives by itself: a server that stops waits for it', async () => {
  await api.addPost(event, owner, { kind: 'video' })
  await addPhotos(1)
  await prepare()
  expect(await inArchive()).toHaveLength(1)
})

it('no poster stands for a video that could not be read', async () => {
  const video = await api.addPost(event, owner, { kind: 'video' })
  const [photo] = await addPhotos(1)
  const failed = await archiveWork(api).onFailed({ event_id: event.id, after: 0 })
  await api.db.transaction(failed)
  expect(await inArchive()).toEqual([])
  await prepare(video.id)
  expect(await inArchive()).toEqual([photo?.id])
  await prepare()
  expect(await listFiles(api.db, { event_id: event.id })).toContainEqual(
    expect.objectContaining({ id: video.id, type: 'mp4' }),
  )
})

it('a photo of which nothing can be read is told of, and tried again later', async () => {
  const [post, lost] = await addPhotos(2)
  const { original, full, thumb } = mediaKeys(lost?.media_name ?? '')
  const bytes = await api.blobs.read(original)
  for (const key of [original, full, thumb]) await api.blobs.delete(key)
  await prepare()
  expect(await inArchive()).toEqual([post?.id])
  expect(api.logged.at(-1)).toEqual({
    level: 'error',
    message: 'a photo is left out of archives: none of its files is there',
    details: { post: lost?.id },
  })

  await api.blobs.put(original, bytes ?? new Uint8Array())
  await forgetUnreadable(api.db)
  await prepare()
  expect(await inArchive()).toEqual([post?.id, lost?.id])
})

it('an archive is not offered where none of its photos can be read', async () => {
  const [lost] = await addPhotos(1)
  for (const key of Object.values(mediaKeys(lost?.media_name ?? ''))) await api.blobs.delete(key)
  await prepare()
  const params = { event_hash: event.event_hash }
  const { body } = await api.request(calls.askForArchive, { params, token: owner.token })
  expect(body).toEqual({ photos: 0, percent: 100, bytes: null, address: null })
})
