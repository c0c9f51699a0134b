import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { claimJob, finishJob } from '../../../server/jobs/jobs.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { RENEW_QUEUES, startRenewal } from '../../../server/uploads/renew-photos.ts'
import { withDatabase } from '../../support/database-places.ts'
import { runProgram } from '../../support/failed-start.ts'
import { filesBelow } from '../../support/files-below.ts'
import { freshOrma, sharedPhotoProcess, sharedServer } from '../../support/fixtures.ts'
import { photoRenewal } from '../../support/photo-renewal.ts'
import { makePhoto } from '../../support/photos.ts'
import { DatabaseOutage } from '../../../server/outages.ts'

const { orma, client, owner } = await sharedServer()

const isShared = orma.databaseAddress.startsWith('postgres')

/** Types the command as an operator does. */
async function renew(event: Event, env: Record<string, string> = {}): Promise<string> {
  const program = ['server/commands/renew-photos.ts', `--event=${event.event_hash}`]
  const { out } = await runProgram(program, {
    DATA_DIR: orma.dataDir,
    ...(isShared && { DATABASE_URL: orma.databaseAddress }),
    ...env,
  })
  return out
}

async function addPhoto(event: Event, seed: number): Promise<Post> {
  return client.addPhoto(event, owner, await makePhoto({ width: 320, height: 240, seed }))
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

    expect(await renew(event)).toMatch(/^2 photos to make again\. The server/)
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

  it('has photos that could not be shown tried again', async () => {
    const event = await client.createOrma(owner)
    const { id } = await addPhoto(event, 4)
    await withDatabase(orma.databaseAddress, (db) =>
      db.run(sql`update posts set status = 'FAILEDPROCESSING' where id = ${id}`),
    )
    expect(await renew(event)).toMatch(/^1 photo to make again\. The server/)
    const isShown = async () => (await client.whenProcessed(event, owner, id)).status
    await expect.poll(isShown).toBe('COMPLETED')
  })
})

it.skipIf(isShared)('the command says that videos stay where ffmpeg is missing', async () => {
  const event = await client.createOrma(owner)
  expect(await renew(event, { PATH: join(orma.dataDir, 'nothing') })).toMatch(
    /^0 photos to make again\. .* Videos stay as they are: ffmpeg is missing\.$/m,
  )
})

describe('the job that makes pictures again', () => {
  const photos = sharedPhotoProcess({ parallelism: 1 })
  const { api: routes, guest, event } = freshOrma()
  const begin = () => startRenewal(routes.db, event.id, 0, { hasVideos: true })
  const namesNow = () =>
    routes.db.all<{ media_name: string }>(sql`select media_name from posts order by id`)

  /** Does it as the server would; `db`: what it is done with. */
  async function workOff(db = routes.db): Promise<void> {
    const job = (await claimJob(routes.db, RENEW_QUEUES.photo, routes.now(), 1000))!
    const effect = await photoRenewal({ ...routes, db, photos }).run(JSON.parse(job.payload))
    await finishJob(routes.db, job, effect)
  }

  async function expectStored(media_name: string): Promise<void> {
    for (const key of Object.values(mediaKeys(media_name)))
      expect(await routes.blobs.size(key)).toBeGreaterThan(0)
  }

  it('keeps what it has of a photo that cannot be decoded any more', async () => {
    // Their originals are no photos.
    const posts = [await routes.addPost(event, guest), await routes.addPost(event, guest)]
    expect(await begin()).toEqual({ left: { photo: 2, video: 0 }, isNew: true })
    await workOff()
    expect(await begin()).toEqual({ left: { photo: 1, video: 0 }, isNew: false })
    for (const { media_name } of posts) await expectStored(media_name)
    expect(await namesNow()).toEqual(posts.map(({ media_name }) => ({ media_name })))
  })

  it('keeps the new files where the database does not say which count', async () => {
    const { media_name } = await routes.addPost(event, guest)
    const photo = await makePhoto({ width: 320, height: 240 })
    await routes.blobs.put(mediaKeys(media_name).original, photo)
    const late: (() => Promise<unknown>)[] = []
    const away: Database = {
      ...routes.db,
      transaction: (work) => {
        late.push(() => routes.db.transaction(work))
        return Promise.reject(new DatabaseOutage('no answer to the commit'))
      },
    }
    await begin()
    await expect(workOff(away)).rejects.toThrow(DatabaseOutage)
    expect(late).toHaveLength(1)
    await late[0]!()
    const [now] = await namesNow()
    expect(now?.media_name).not.toBe(media_name)
    await expectStored(now!.media_name)
  })
})
