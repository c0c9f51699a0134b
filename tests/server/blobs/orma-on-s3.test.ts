import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { createS3BlobStore } from '../../../server/blobs/s3-blob-store.ts'
import { createS3Calls } from '../../../server/blobs/s3-calls.ts'
import type { S3Settings } from '../../../server/blobs/s3-settings.ts'
import { isReleaseKey } from '../../../server/http/releases.ts'
import { NEWEST } from '../../../server/uploads/newest-photo.ts'
import { createApiClient } from '../../support/api-client.ts'
import type { ApiClient, Person } from '../../support/api-client.ts'
import { refusedStart, runProgram } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import { startGateway } from '../../support/gateway.ts'
import type { Gateway } from '../../support/gateway.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'
import { findSwift, s3Environment, startS3Server } from '../../support/s3-server.ts'
import type { S3Server } from '../../support/s3-server.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { makeSizedPhoto } from '../../support/sized-photos.ts'
import { sendVideo } from '../../support/send-video.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

describe.skipIf(!findSwift())('a server whose photos lie in a bucket', () => {
  let store: S3Server
  let gateway: Gateway
  let bucket: S3Settings
  let env: Record<string, string>
  let orma: OrmaServer
  let client: ApiClient
  let guest: Person
  let event: Event

  beforeAll(async () => {
    store = await startS3Server()
    gateway = await startGateway(() => store.port)
    bucket = await store.makeBucket()
    env = { ...s3Environment(bucket), S3_ENDPOINT: `http://127.0.0.1:${gateway.port}` }
    orma = await startOrma({ env })
    client = createApiClient(orma)
    guest = await client.signUp('Gero Guest')
    event = await client.createOrma(await client.signUp('Olga Owner'))
  })
  afterAll(async () => {
    await orma?.close()
    await gateway?.close()
    await store?.stop()
  })
  beforeEach(async () => {
    // A test before, or its first try, may have failed while it was down.
    if (orma.hasEnded) await orma.restart()
  })
  afterEach(() => gateway.judge())

  it('takes photos in, shows them whole and in parts, with none on its disk', async () => {
    const { body } = await client.upload(
      event,
      guest,
      await makePhoto({ width: 800, height: 600, seed: 1 }),
    )
    const post = await client.whenProcessed(event, guest, body.post.id as number)
    expect(post.status).toBe('COMPLETED')
    const address = orma.url + post.image_url
    const whole = await bytesOf(fetch(address))
    expect(whole.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`)
    expect(await bytesOf(part)).toEqual(whole.subarray(100, 200))
    expect(await bytesOf(fetch(address, { method: 'HEAD' }))).toHaveLength(0)
    expect(await readdir(orma.dataDir)).not.toContain('blobs')
    await expect.poll(() => readdir(join(orma.dataDir, 'spool'))).toEqual([])
  })

  it('takes a video in, and gives it in parts', async () => {
    const file = join(await ownFolder(), 'clip.mp4')
    await makeVideo(file, { seconds: 1, codec: 'hevc' })
    const owner = await client.signUp('Vera Video')
    const place = await client.createOrma(owner, { allowVideos: 'true' })
    const { body } = await sendVideo(orma, place, owner, await readFile(file))
    const post = await client.whenProcessed(place, owner, body.post.id as number)
    expect(post.status).toBe('COMPLETED')
    const address = orma.url + post.video_url
    const whole = await bytesOf(fetch(address))
    const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
    expect([part.status, await bytesOf(part)]).toEqual([206, whole.subarray(100, 200)])
    const beyond = await fetch(address, { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)
    await expect.poll(() => readdir(join(orma.dataDir, 'spool'))).toEqual([])
    expect(await readdir(join(orma.dataDir, 'work'))).toEqual([])
  })

  it('goes on with an upload whose server was killed and has lost its spool', async () => {
    const { bytes } = await makeSizedPhoto('half.jpg', 2_500_000, createSeededRandom(3))
    const tus = createTusCaller(orma, event, guest)
    const id = await tus.begin(bytes)
    expect((await tus.patch(id, 0, bytes.subarray(0, 1_300_000))).status).toBe(204)
    await orma.kill9()
    await rm(join(orma.dataDir, 'spool'), { recursive: true })
    await orma.restart()
    expect((await tus.head(id)).headers.get('upload-offset')).toBe('1300000')
    expect((await tus.patch(id, 1_300_000, bytes.subarray(1_300_000))).status).toBe(204)
    const { body } = await tus.result(id)
    const post = await client.whenProcessed(event, guest, body.post.id as number)
    expect(post.status).toBe('COMPLETED')
    // The pieces are one photo now.
    expect(await keysIn(bucket)).not.toContainEqual(expect.stringMatching(/^partial/))
  })

  it('answers 503 while the store is away, and takes the photo in once back', async () => {
    const photo = await makePhoto({ width: 800, height: 600, seed: 2 })
    const key = randomUUID()
    gateway.judge(() => 'reset-before')
    const refused = await client.upload(event, guest, photo, { key })
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    const ready = await fetch(`${orma.url}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([503, 'not ready: blob store'])
    gateway.judge()
    const taken = await client.upload(event, guest, photo, { key })
    expect(taken.status).toBe(201)
    await client.whenProcessed(event, guest, taken.body.post.id as number)
    expect((await fetch(`${orma.url}/readyz`)).status).toBe(200)
    expect(orma.errors.filter((line) => line.includes('surprise'))).toEqual([])
  })

  it('is backed up into a folder, and restored from it into a bucket', async () => {
    const scratch = await ownFolder()
    const [folder, data] = [join(scratch, 'backup'), join(scratch, 'data')]
    const backup = ['server/commands/backup.ts', folder]
    const done = await runProgram(backup, { ...env, DATA_DIR: orma.dataDir })
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^Backed up .* were copied/) })
    const other = await store.makeBucket()
    const target = { ...env, ...s3Environment(other), DATA_DIR: data }
    const restored = await runProgram(['server/commands/restore.ts', folder], target)
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored /) })
    // It goes on from numbers of its own, and each start has the app's scripts there.
    const restorable = (await keysIn(bucket)).filter((key) => key !== NEWEST && !isReleaseKey(key))
    expect(await keysIn(other)).toEqual(restorable)
  })

  it('does not start with a wrong secret, and says so in one line', async () => {
    const wrong = { DATA_DIR: join(orma.dataDir, 'another'), S3_SECRET_ACCESS_KEY: 'guessed' }
    expect(await refusedStart({ ...env, ...wrong })).toBe(
      `Orma cannot start. The bucket ${env.S3_BUCKET} at ${env.S3_ENDPOINT} cannot be used: S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID (403 SignatureDoesNotMatch).\n`,
    )
  })

  it('does not start where photos are in DATA_DIR that were not moved into the bucket', async () => {
    const folder = join(orma.dataDir, 'unmoved')
    const blobs = createFsBlobStore(join(folder, 'blobs'))
    await blobs.put('original/ab/photo', Buffer.from('a photo'))
    const empty = s3Environment(await store.makeBucket())
    expect(await refusedStart({ ...env, ...empty, DATA_DIR: folder })).toContain(
      `There are photos in ${folder}/blobs, which are to be in the`,
    )
  })

  async function keysIn(settings: S3Settings): Promise<string[]> {
    const blobs = createS3BlobStore(createS3Calls(settings), orma.dataDir)
    return (await Array.fromAsync(blobs.list(''))).map(({ key }) => key).toSorted()
  }
})

async function bytesOf(answer: Response | Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await answer).arrayBuffer())
}
