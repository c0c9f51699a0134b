import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto, makePhotoFile } from '../../support/photos.ts'

const whole = await sharedWholeApi()
const client = createApiClient(whole)

it('an owner is told the bytes of all photos; every file goes with the Orma', async () => {
  const owner = await client.signUp('Olga Owner')
  const form = toForm({ name: 'Anna & Ben', event_date: '2026-06-20' })
  const size = { width: 700, height: 500, orientation: 1 }
  form.set('profile_image', await makePhotoFile(size))
  const { body } = await client.call(api.createEvent, { form, token: owner.token })
  const { event } = body
  const params = { event_hash: event.event_hash }

  const addPhoto = async (seed: number): Promise<Post | undefined> => {
    const photo = await makePhoto({ width: 640, height: 480, seed })
    const { body } = await client.upload(event, owner, photo)
    return client.whenProcessed(event, owner, body.post.id)
  }
  const look = async () => {
    const { body } = await client.call(api.getEvent, { params, token: owner.token })
    const files = await filesBelow(join(whole.folder, 'blobs'))
    const sizes = [...files]
      .filter(([path]) => !path.startsWith('event/'))
      .map(([, bytes]) => bytes)
    expect(body.event.storageBytes).toBe(sizes.reduce((sum, bytes) => sum + bytes, 0))
    return sizes.length
  }
  const first = await addPhoto(11)
  await addPhoto(12)
  expect(await look()).toBe(6)
  await client.call(api.deletePost, {
    params: { ...params, post_id: first?.id ?? 0 },
    token: owner.token,
  })
  expect(await look()).toBe(3)

  // Icons are made when they are asked for.
  const icon = await fetch(whole.url + event.event_profile_image_url?.replace('.jpg', '-192.png'))
  expect(icon.status).toBe(200)
  await icon.arrayBuffer()
  await client.call(api.deleteEvent, { params, token: owner.token })
  expect((await filesBelow(join(whole.folder, 'blobs'))).size).toBe(0)
})
