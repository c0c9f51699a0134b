import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { createS3BlobStore } from '../../server/blobs/s3-blob-store.ts'
import { createS3Calls } from '../../server/blobs/s3-calls.ts'
import type { S3Settings } from '../../server/blobs/s3-settings.ts'
import { createApiClient } from '../support/api-client.ts'
import { startUntilEnd } from '../support/failed-start.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { s3Environment, startS3Server } from '../support/s3-server.ts'
import type { S3Server } from '../support/s3-server.ts'
import { sha256Of } from '../support/sized-photos.ts'
import { startCommand } from '../support/started-command.ts'
import { createTusCaller } from '../support/tus-caller.ts'

const MOVE = ['server/commands/migrate-to-s3.ts']
const PHOTOS = 12

let store: S3Server
let scratch: string
const started: OrmaServer[] = []
beforeAll(async () => {
  store = await startS3Server()
  scratch = await mkdtemp(join(tmpdir(), 'orma-to-s3-'))
})
afterAll(async () => {
  for (const orma of started) await orma.stop()
  await store.stop()
  await rm(scratch, { recursive: true, force: true })
})

async function start(dataDir: string, env = {}): Promise<OrmaServer> {
  const orma = await startOrma({ dataDir, env })
  started.push(orma)
  return orma
}

const bucketOf = (settings: S3Settings) =>
  createS3BlobStore(createS3Calls(settings), join(scratch, randomUUID()))

/** The hash of each blob by its key. */
async function hashesIn(blobs: BlobStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of blobs.list('')) found[key] = sha256Of((await blobs.read(key))!)
  return found
}

describe('npm run migrate-to-s3', { timeout: 5 * 60_000 }, () => {
  it('is killed, goes on, mends the bucket, and the server goes on there', async () => {
    const dataDir = join(scratch, 'installation')
    const orma = await start(dataDir)
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    const guest = await client.signUp('Gero Guest')
    const event = await client.createOrma(owner)
    const posts: Post[] = []
    for (let seed = 0; seed < PHOTOS; seed += 1) {
      const { body } = await client.upload(event, guest, await makePhoto({ seed }))
      posts.push(await client.whenProcessed(event, guest, body.post.id as number))
    }
    const settings = await store.makeBucket()
    const bucket = bucketOf(settings)
    const folder = createFsBlobStore(join(dataDir, 'blobs'))
    const env = s3Environment(settings)
    const move = () => startCommand(MOVE, { DATA_DIR: dataDir, ...env })

    const killed = move()
    const here = async () => Object.keys(await hashesIn(bucket)).filter((key) => key !== 'moving')
    await expect.poll(async () => (await here()).length, { timeout: 60_000 }).toBeGreaterThan(2)
    killed.kill9()
    await killed.end()
    const refused = await startUntilEnd({
      DATA_DIR: join(scratch, 'other'),
      SMS_PROVIDER: 'console',
      ...env,
    })
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('has not ended') })
    const [wrong = '', short = ''] = await here()
    const size = (await bucket.size(wrong)) ?? 0
    await bucket.put(wrong, new Uint8Array(size))
    await bucket.put(short, new Uint8Array(3))

    const again = move()
    await expect.poll(() => again.said.out, { timeout: 60_000 }).toContain('Now stop the server')
    const late = await makePhoto({ seed: 100 })
    const key = randomUUID()
    const sent = await client.upload(event, guest, late, { key })
    expect(sent.status).toBe(201)
    const large = await makePhoto({ seed: 200 })
    const half = Math.floor(large.length / 2)
    const caller = createTusCaller(orma, event, guest)
    const location = await caller.begin(large)
    expect((await caller.patch(location, 0, large.subarray(0, half))).status).toBe(204)
    const params = { event_hash: event.event_hash, post_id: posts[0]?.id ?? 0 }
    expect((await client.call(api.deletePost, { params, token: guest.token })).status).toBe(204)
    await orma.stop()
    const done = await again.end()
    expect(done).toMatchObject({ code: 0, error: '' })
    expect(done.out).toMatch(/Moved\. \d+ files .* are the same /)
    const kept = await hashesIn(folder)
    expect(Object.keys(kept).length).toBeGreaterThan(PHOTOS * 3)
    expect(await hashesIn(bucket)).toEqual(kept)
    expect((await startUntilEnd({ DATA_DIR: dataDir, SMS_PROVIDER: 'console' })).error).toContain(
      'moved away from',
    )
    expect((await move().end()).error).toContain('The photos were moved already')

    const moved = await start(dataDir, env)
    const there = createApiClient(moved)
    const resent = await there.upload(event, guest, late, { key })
    expect([resent.status, resent.body.post.id]).toEqual([200, sent.body.post.id])
    await there.whenProcessed(event, guest, sent.body.post.id as number)
    const rest = createTusCaller(moved, event, guest)
    expect((await rest.patch(location, half, large.subarray(half))).status).toBe(204)
    for (const { id } of posts.slice(1)) {
      const of = { event_hash: event.event_hash, post_id: id }
      const { body } = await there.call(api.getPost, { params: of, token: guest.token })
      expect((await fetch(moved.url + body.post.image_url)).status).toBe(200)
    }
    expect(Object.keys(await hashesIn(folder))).toEqual(Object.keys(kept))
  })

  it('refuses a bucket with photos of somebody else, and settings without one', async () => {
    const dataDir = join(scratch, 'refused')
    await (await start(dataDir)).stop()
    const settings = await store.makeBucket()
    await bucketOf(settings).put('original/ab/abc', new Uint8Array(3))
    const taken = await startCommand(MOVE, { DATA_DIR: dataDir, ...s3Environment(settings) }).end()
    expect([taken.code, taken.error]).toEqual([
      1,
      'Nothing was moved, since photos are moved into an empty bucket only: there is original/ab/abc.\n',
    ])
    const none = await startCommand(MOVE, { DATA_DIR: dataDir }).end()
    expect([none.code, none.error]).toEqual([
      1,
      'S3_BUCKET is missing, with the other settings of S3.\n',
    ])
  })
})
