import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { DatabaseAway, sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { claimJob, finishJob } from '../../../server/jobs/jobs.ts'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { RENEW_QUEUE, renewWork, startRenewal } from '../../../server/uploads/renew-photos.ts'
import { openDatabase } from '../../support/database-places.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

const run = promisify(execFile)

const { orma, client, owner } = await sharedServer()

/** Types the command as an operator does. */
async function renew(...args: string[]): Promise<string> {
  const { PATH } = process.env
  const database = orma.databaseAddress.startsWith('postgres')
    ? { DATABASE_URL: orma.databaseAddress }
    : {}
  const env = { PATH, DATA_DIR: orma.dataDir, ...database }
  const { stdout } = await run(process.execPath, ['server/commands/renew-photos.ts', ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    env,
  })
  return stdout
}

async function addPhoto(event: Event, seed: number): Promise<Post> {
  const photo = await makePhoto({ width: 320, height: 240, seed })
  const { body } = await client.upload(event, owner, photo)
  return client.whenProcessed(event, owner, body.post.id)
}

const readPosts = async ({ event_hash }: Event): Promise<Post[]> =>
  (await client.call(api.listPosts, { params: { event_hash, page: 1 } })).body

const statusOf = async (path: string | null) => (await fetch(`${orma.url}${path}`)).status

describe('npm run renew-photos', () => {
  it('makes an Orma’s pictures again while the server runs, at new addresses', async () => {
    const event = await client.createOrma(owner)
    const other = await client.createOrma(owner)
    const before = [await addPhoto(event, 2), await addPhoto(event, 1)].toReversed()
    const untouched = await addPhoto(other, 3)
    const files = (await filesBelow(join(orma.dataDir, 'blobs'))).size

    expect(await renew(`--event=${event.event_hash}`)).toMatch(
      /^2 photos to make again\. The server/,
    )
    await expect
      .poll(async () => {
        const posts = await readPosts(event)
        return posts.every((post, at) => post.image_url !== before[at]?.image_url)
      })
      .toBe(true)
    const after = await readPosts(event)
    for (const [at, post] of after.entries()) {
      const { image_url, compressed_url, ...rest } = post
      expect({ ...before[at], ...rest }).toEqual(before[at])
      expect([await statusOf(image_url), await statusOf(compressed_url)]).toEqual([200, 200])
    }
    expect(await readPosts(other)).toEqual([untouched])
    // What lay at the old addresses goes with them, and the originals have moved.
    await expect.poll(async () => (await filesBelow(join(orma.dataDir, 'blobs'))).size).toBe(files)
    expect(await statusOf(before[0]?.image_url ?? '')).toBe(404)
    const { body } = await client.call(api.getEvent, {
      params: { event_hash: other.event_hash },
      token: owner.token,
    })
    expect(body.event.storageBytes).toBeGreaterThan(0)
  })

  it('keeps what it has of a photo that cannot be decoded any more', async () => {
    const { db, blobs, ...parts } = await startOrmaApi()
    const event = await parts.createOrma(await parts.signUp())
    const photos = createPhotoProcess({ parallelism: 1 })
    try {
      const author = await parts.signUp()
      // Their originals are no photos.
      const posts = [await parts.addPost(event, author), await parts.addPost(event, author)]
      const work = renewWork({ db, blobs, photos, log: parts.log, now: parts.now })
      expect(await startRenewal(db, event.id, 0)).toEqual({ left: 2, isNew: true })
      const job = await claimJob(db, RENEW_QUEUE, parts.now(), 1000)
      await finishJob(db, job!, await work.run(JSON.parse(job!.payload)))
      expect(await startRenewal(db, event.id, 0)).toEqual({ left: 1, isNew: false })
      for (const { media_name } of posts) {
        for (const key of Object.values(mediaKeys(media_name))) {
          expect(await blobs.size(key)).toBeDefined()
        }
      }
      const rows = await db.all<{ media_name: string }>(
        sql`select media_name from posts order by id`,
      )
      expect(rows).toEqual(posts.map(({ media_name }) => ({ media_name })))
    } finally {
      await photos.close()
      await parts.close()
    }
  })

  it('keeps the new files where the database does not say which count', async () => {
    const { db, blobs, ...parts } = await startOrmaApi()
    const event = await parts.createOrma(await parts.signUp())
    const photos = createPhotoProcess({ parallelism: 1 })
    try {
      const { media_name } = await parts.addPost(event, await parts.signUp())
      await blobs.put(mediaKeys(media_name).original, await makePhoto({ width: 320, height: 240 }))
      const late: (() => Promise<unknown>)[] = []
      const away: Database = {
        ...db,
        transaction: (work) => {
          late.push(() => db.transaction(work))
          return Promise.reject(new DatabaseAway('no answer to the commit'))
        },
      }
      const work = renewWork({ db: away, blobs, photos, log: parts.log, now: parts.now })
      await startRenewal(db, event.id, 0)
      const job = await claimJob(db, RENEW_QUEUE, parts.now(), 1000)
      await expect(work.run(JSON.parse(job!.payload))).rejects.toThrow(DatabaseAway)
      expect(late).toHaveLength(1)
      await late[0]!()
      const now = await db.get<{ media_name: string }>(sql`select media_name from posts`)
      expect(now?.media_name).not.toBe(media_name)
      for (const key of Object.values(mediaKeys(now!.media_name)))
        expect(await blobs.size(key)).toBeGreaterThan(0)
    } finally {
      await photos.close()
      await parts.close()
    }
  })

  it('has photos that could not be shown tried again', async () => {
    const event = await client.createOrma(owner)
    const { id } = await addPhoto(event, 4)
    const db = await openDatabase(orma.databaseAddress)
    await db.run(sql`update posts set status = 'FAILEDPROCESSING' where id = ${id}`)
    await db.close()
    expect(await renew(`--event=${event.event_hash}`)).toMatch(
      /^1 photos to make again\. The server/,
    )
    const isShown = async () => (await client.whenProcessed(event, owner, id)).status
    await expect.poll(isShown).toBe('COMPLETED')
  })
})
