import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { newMediaName } from '../../../server/blobs/blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { partKey } from '../../../server/uploads/append-bytes.ts'
import { addPart } from '../../../server/uploads/upload-rows.ts'
import { withDatabase } from '../../support/database-places.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { makeSizedPhoto } from '../../support/sized-photos.ts'
import { readStoredPhotos } from '../../support/stored-photos.ts'
import { createTusCaller, offsetOf } from '../../support/tus-caller.ts'

const TRIALS = process.env['ORMA_TEST_FULL'] === '1' ? 8 : 2

const random = createSeededRandom(41)

const { orma, client, guest } = await sharedServer()
const event = await client.createOrma(guest)
const tus = createTusCaller(orma, event, guest)
const photo = await makeSizedPhoto('photo.jpg', 3_500_000, random)

describe('F1: a server ended by kill -9 during a resumable upload', () => {
  it('names after its restart an offset that is stored, and goes on', async () => {
    const { bytes, sha256 } = photo
    for (let trial = 1; trial <= TRIALS; trial += 1) {
      const posts = await countPosts()
      const key = randomUUID()
      const id = await tus.begin(bytes, { key, sha256 })
      let offset = offsetOf(await tus.patch(id, 0, bytes.subarray(0, 200_000)))
      const sent =
        trial === TRIALS ? bytes.length - offset : random.between(1, bytes.length - offset)
      await tus.patchPart(id, offset, bytes.subarray(offset), sent)
      await orma.kill9()
      await orma.restart()

      const again = await tus.create(bytes, { key, sha256 })
      expect(again.status).toBe(200)
      expect(offsetOf(again)).toBeGreaterThanOrEqual(offset)
      offset = offsetOf(again)
      if (offset < bytes.length) {
        expect((await tus.patch(id, offset, bytes.subarray(offset))).status).toBe(204)
      }
      const { body } = await tus.result(id)
      expect(body.post.sha256).toBe(sha256)
      expect(await countPosts()).toBe(posts + 1)
    }
    await expectAllStored()
  })

  it('finishes what was whole when it was cut, once, whoever asks first', async () => {
    const asking = [
      (id: string) => tus.head(id),
      (id: string) => tus.result(id),
      (_id: string, key: string) => tus.create(photo.bytes, { key }),
      (id: string) => tus.patch(id, photo.bytes.length, Buffer.alloc(0)),
    ]
    const posts = await countPosts()
    const uploads: { key: string; id: string }[] = []
    for (const _ask of asking) {
      const key = randomUUID()
      const id = await tus.begin(photo.bytes, { key })
      await tus.patch(id, 0, photo.bytes.subarray(0, 3_000_000))
      uploads.push({ key, id })
    }
    await orma.kill9()
    // As a server leaves it that dies between the last piece and the post.
    for (const { id } of uploads) await addLastPiece(id, 3_000_000)
    await orma.restart()

    for (const [index, { id, key }] of uploads.entries()) {
      const ask = asking[index]!
      const replies = await Promise.all(Array.from({ length: 5 }, () => ask(id, key)))
      for (const { status } of replies) expect([200, 204, 409]).toContain(status)
      expect((await tus.result(id)).body.post.sha256).toBe(photo.sha256)
    }
    expect(await countPosts()).toBe(posts + asking.length)
    await expectAllStored()
  })
})

describe('F9: a server that is asked to stop during resumable uploads', () => {
  it('keeps what has arrived, stops in time, and finishes each once after its restart', async () => {
    const photos = await Promise.all(
      [1, 2, 3, 4].map((n) => makeSizedPhoto(`photo-${n}.jpg`, 1_500_000, random)),
    )
    const posts = await countPosts()
    const unfinished = join(orma.dataDir, 'blobs', '.unfinished')
    // Files that the servers killed above have left.
    const left = (await readdir(unfinished)).length
    const ids: string[] = []
    for (const { bytes } of photos) {
      const id = await tus.begin(bytes)
      await tus.patchPart(id, 0, bytes, 700_000)
      ids.push(id)
    }
    await expect.poll(() => readdir(unfinished), { timeout: 30_000 }).toHaveLength(left + 4)
    expect(await orma.stop()).toBe(0)
    await orma.restart()

    for (const [index, id] of ids.entries()) {
      const { bytes, sha256 } = photos[index]!
      const offset = offsetOf(await tus.head(id))
      expect(offset).toBeGreaterThan(0)
      expect((await tus.patch(id, offset, bytes.subarray(offset))).status).toBe(204)
      expect((await tus.result(id)).body.post.sha256).toBe(sha256)
    }
    expect(await countPosts()).toBe(posts + 4)
  })
})

/** Posts there are, once each has been processed. */
async function countPosts(): Promise<number> {
  const params = { event_hash: event.event_hash }
  const { body } = await client.call(api.listPendingPosts, { params, token: guest.token })
  for (const { id } of body.posts as Post[]) await client.whenProcessed(event, guest, id)
  const limit = await client.call(api.checkLimit, { params, token: guest.token })
  return limit.body.used as number
}

async function addLastPiece(id: string, start: number): Promise<void> {
  const blob_name = newMediaName()
  const bytes = photo.bytes.subarray(start)
  const blobs = createFsBlobStore(join(orma.dataDir, 'blobs'))
  await blobs.put(partKey(blob_name), bytes)
  const part = { start, size: bytes.length, blob_name }
  const isAdded = await withDatabase(orma.databaseAddress, (db) =>
    addPart(db, id, part, Date.now()),
  )
  expect(isAdded).toBe(true)
}

async function expectAllStored(): Promise<void> {
  for (const { sha256, bytesSha256 } of await readStoredPhotos(orma, event.event_hash))
    expect(bytesSha256).toBe(sha256)
  const parts = await withDatabase(orma.databaseAddress, (db) =>
    db.all<{ blob_name: string }>(sql`select blob_name from upload_parts`),
  )
  const files = await readdir(join(orma.dataDir, 'blobs', 'partial'))
  expect(files).toEqual(expect.arrayContaining(parts.map(({ blob_name }) => blob_name)))
}
