import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { sweepBlobs } from '../../../server/uploads/sweep-blobs.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto, makePhotoFile } from '../../support/photos.ts'

const whole = await sharedWholeApi()
const client = createApiClient(whole)
const owner = await client.signUp('Olga Owner')
let event: Event

const params = () => ({ event_hash: event.event_hash })

async function setImages(call: typeof api.createEvent | typeof api.updateEvent, seed: number) {
  const form = toForm({ name: 'Anna & Ben', event_date: '2026-06-20' })
  for (const name of ['profile_image', 'banner']) {
    form.set(name, await makePhotoFile({ width: 700, height: 500, seed, orientation: 1 }))
    seed += 1
  }
  const { body } = await client.call(call, { params: event && params(), form, token: owner.token })
  event = body.event
  // Made when they are asked for: an icon makes three, a width one.
  const { event_profile_image_url: picture, event_banner_url: banner } = event
  for (const path of [picture?.replace('.jpg', '-192.png'), `${banner}?w=320`]) {
    const answer = await fetch(whole.url + path)
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
}

async function addPhoto(seed: number): Promise<Post> {
  const photo = await makePhoto({ width: 640, height: 480, seed })
  const { body } = await client.upload(event, owner, photo)
  return client.whenProcessed(event, owner, body.post.id)
}

/** What the owner is told, and what lies on the disk. */
async function storage() {
  const { body } = await client.call(api.getEvent, { params: params(), token: owner.token })
  const files = await filesBelow(join(whole.folder, 'blobs'))
  return { told: body.event.storageBytes, bytes: sum(files.values()), files: files.size }
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0)
}

it('an owner is told the bytes of every file of the Orma, whatever changes', async () => {
  const seen: { told: number; bytes: number; files: number }[] = []
  const look = async () => {
    const now = await storage()
    expect(now.told).toBe(now.bytes)
    seen.push(now)
  }
  await setImages(api.createEvent, 1)
  await look()
  const [first] = [await addPhoto(11), await addPhoto(12)]
  await look()

  await client.call(api.deletePost, {
    params: { ...params(), post_id: first?.id ?? 0 },
    token: owner.token,
  })
  const { db } = whole
  const blobs = createFsBlobStore(join(whole.folder, 'blobs'))
  await look()
  await setImages(api.updateEvent, 21)
  await look()
  // Two pictures, three icons, one width; three of each photo.
  expect(seen.map(({ files }) => files)).toEqual([6, 12, 9, 9])

  // As an installation has them from before they were counted.
  await db.run(sql`
    update events set storage_bytes = storage_bytes - (select sum(bytes) from event_files)`)
  await db.run(sql`delete from event_files`)
  expect(await sweepBlobs(db, blobs, -1)).toBe(0)
  await look()

  await client.call(api.deleteEvent, { params: params(), token: owner.token })
  expect((await filesBelow(join(whole.folder, 'blobs'))).size).toBe(0)
})
