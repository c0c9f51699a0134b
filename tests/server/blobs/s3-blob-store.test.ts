import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { StoreOutage } from '../../../server/outages.ts'
import { checkBucket } from '../../../server/blobs/check-bucket.ts'
import { createS3BlobStore } from '../../../server/blobs/s3-blob-store.ts'
import { createS3Calls } from '../../../server/blobs/s3-calls.ts'
import type { S3Settings } from '../../../server/blobs/s3-settings.ts'
import { describeBlobStore } from '../../conformance/blob-store.ts'
import { startGateway } from '../../support/gateway.ts'
import type { Fate, Gateway } from '../../support/gateway.ts'
import { listenAnywhere } from '../../support/listening.ts'
import { findSwift, startS3Server } from '../../support/s3-server.ts'
import type { S3Server } from '../../support/s3-server.ts'

const LARGE_BYTES = 40 * 1024 * 1024
const hasServer = findSwift()
if (!hasServer) console.log('No Swift on this machine, and no way to fetch it: S3 is not tried.')

describe.skipIf(!hasServer)('a bucket', () => {
  let server: S3Server
  let gateway: Gateway
  let folder: string
  let settings: S3Settings
  let blobs: BlobStore

  beforeAll(async () => {
    server = await startS3Server()
    gateway = await startGateway(() => server.port)
    folder = await mkdtemp(path.join(tmpdir(), 'orma-spool-'))
  })
  afterAll(async () => {
    await gateway?.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => gateway.judge())

  const openStore = (s3: S3Settings, answerMs?: number): BlobStore =>
    createS3BlobStore(createS3Calls(s3, { answerMs }), folder)
  describeBlobStore('createS3BlobStore', async () => openStore(await server.makeBucket()))

  describe('createS3BlobStore', () => {
    beforeEach(async () => {
      settings = { ...(await server.makeBucket()), endpoint: `http://127.0.0.1:${gateway.port}` }
      blobs = openStore(settings)
    })

    it('keeps a large blob, also where it is sent again', async () => {
      const bytes = randomBytes(LARGE_BYTES)
      judgeEach((times) => (times === 1 ? 'reset-before' : 'pass'))
      const stored = await blobs.put('film/large', bytes)
      expect(stored).toEqual({ size: LARGE_BYTES, sha256: hashOf(bytes) })
      expect(hashOf((await blobs.read('film/large'))!)).toBe(stored.sha256)
      expect(await readdir(folder)).toEqual([])
    })

    it.each<[string, Fate]>([
      ['answers 500', { status: 500 }],
      ['answers 503', { status: 503 }],
      ['resets the connection', 'reset-before'],
      ['resets the connection instead of its answer', 'reset-after'],
    ])('asks again where the store %s', async (_what, fate) => {
      judgeEach((times) => (times === 1 ? fate : 'pass'))
      await blobs.put('full/photo', Buffer.from('a photo'))
      expect(await blobs.size('full/photo')).toBe(7)
      expect(Buffer.from((await blobs.read('full/photo'))!).toString()).toBe('a photo')
      expect(await Array.fromAsync(blobs.list('full/'))).toHaveLength(1)
      await blobs.delete('full/photo')
      expect(await blobs.size('full/photo')).toBeUndefined()
    })

    it.each<[string, Fate]>([
      ['answers 503 for long', { status: 503 }],
      ['resets every connection', 'reset-before'],
      ['never answers', { hold: () => new Promise(() => undefined) }],
      ['refuses us', { status: 403 }],
      ['lies behind a proxy that finds nobody there', { status: 404 }],
    ])('says that it is away where it %s, and leaves nothing in the spool', async (_what, fate) => {
      const impatient = openStore(settings, 300)
      gateway.judge(() => fate)
      const told = await Promise.allSettled([
        impatient.put('full/photo', randomBytes(1000)),
        impatient.open('full/photo'),
        impatient.read('full/photo'),
        impatient.size('full/photo'),
        impatient.delete('full/photo'),
        Array.fromAsync(impatient.list('')),
      ])
      const away = { status: 'rejected', reason: expect.any(StoreOutage) }
      expect(told).toEqual(told.map(() => expect.objectContaining(away)))
      expect(await readdir(folder)).toEqual([])
    })

    it('shows nothing to whoever has no key, or a wrong one', async () => {
      await blobs.put('full/photo', Buffer.from('a photo'))
      const address = `http://127.0.0.1:${server.port}/${settings.bucket}/full/photo`
      const unsigned = await fetch(address)
      expect(unsigned.status).toBeGreaterThanOrEqual(400)
      expect(await unsigned.text()).not.toContain('a photo')
      const stranger = openStore({ ...settings, secretAccessKey: 'guessed' })
      await expect(stranger.read('full/photo')).rejects.toThrow('403 SignatureDoesNotMatch')
    })
  })

  describe('checkBucket', () => {
    it('is content with a bucket that can be used, and leaves nothing there', async () => {
      const good = await server.makeBucket()
      await checkBucket(createS3Calls(good), good)
      expect(await Array.fromAsync(openStore(good).list(''))).toEqual([])
    })

    it.each([
      ['a wrong secret', { secretAccessKey: 'guessed' }, 'S3_SECRET_ACCESS_KEY is not the secret'],
      ['an unknown key', { accessKeyId: 'orma:nobody' }, 'cannot be used: '],
      ['no such bucket', { bucket: 'no-such-bucket' }, 'there is no bucket of the name'],
      ['no store there', { endpoint: 'http://127.0.0.1:9' }, 'cannot be used: '],
    ])('says what is wrong: %s', async (_what, wrong, said) => {
      const bad = { ...settings, ...wrong }
      const checking = checkBucket(createS3Calls(bad), bad)
      await expect(checking).rejects.toThrow(said)
      await expect(checking).rejects.toThrow(`The bucket ${bad.bucket} at ${bad.endpoint}`)
    })
  })

  it('checkBucket refuses a key that may not read, though it may write', async () => {
    gateway.judge(({ method, path: called }) =>
      method === 'GET' && called.endsWith('/trial') ? { status: 403 } : 'pass',
    )
    const checking = checkBucket(createS3Calls(settings), settings)
    await expect(checking).rejects.toThrow('cannot be used: 403')
  })

  it('checkBucket refuses a bucket that shows its photos to everybody', async () => {
    const open = createServer((_request, response) => response.end())
    const bad = { ...settings, endpoint: `http://127.0.0.1:${await listenAnywhere(open)}` }
    const checking = checkBucket(createS3Calls(bad), bad)
    await expect(checking).rejects.toThrow('shows its photos to everybody: make it private')
    open.close()
  })

  /** Decides by how often a call was made. */
  function judgeEach(decide: (times: number) => Fate): void {
    const made = new Map<string, number>()
    gateway.judge(({ method, path: called, search }) => {
      const name = `${method} ${called}${search}`
      const times = (made.get(name) ?? 0) + 1
      made.set(name, times)
      return decide(times)
    })
  }
})

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
