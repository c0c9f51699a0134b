import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPublicBucket } from '../../../server/blobs/public-bucket.ts'
import type { PublicBucket } from '../../../server/blobs/public-bucket.ts'
import { createS3Calls, sha256Of } from '../../../server/blobs/s3-calls.ts'
import type { S3Settings } from '../../../server/blobs/s3-settings.ts'
import { findSwift, startS3Server } from '../../support/s3-server.ts'
import type { S3Server } from '../../support/s3-server.ts'

const HOUR_MS = 3_600_000
const KEY = 'full/photo'
const ANSWER = {
  contentType: 'image/jpeg',
  cacheControl: 'public, max-age=31536000, immutable',
  isCors: false,
}

describe('createPublicBucket', () => {
  const settings = {
    endpoint: 'http://store.internal:9000',
    publicUrl: 'https://store.example',
    bucket: 'photos',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  }
  const addressAt = async (ms: number, answer: Partial<typeof ANSWER> = {}, publicUrl?: string) => {
    const bucket = createPublicBucket({ ...settings, ...(publicUrl && { publicUrl }) }, () => ms)
    return bucket.addressOf(KEY, { ...ANSWER, ...answer })
  }

  it('gives the same address for an hour, and says for how long', async () => {
    const first = await addressAt(10 * HOUR_MS)
    const last = await addressAt(11 * HOUR_MS - 1)
    const next = await addressAt(11 * HOUR_MS)
    expect(last.address).toBe(first.address)
    expect(next.address).not.toBe(first.address)
    expect([first.sameMs, last.sameMs]).toEqual([HOUR_MS, 1])
  })

  it('has another address where a script reads the answer', async () => {
    const shown = await addressAt(0)
    const read = await addressAt(0, { isCors: true })
    expect(read.address).not.toBe(shown.address)
  })

  it('names the bucket in the path, or leaves it where the host has its name', async () => {
    const inPath = await addressAt(0)
    expect(inPath.address).toMatch(/^https:\/\/store\.example\/photos\/full\/photo\?/)
    const inHost = await addressAt(0, {}, 'https://photos.store.example')
    expect(inHost.address).toMatch(/^https:\/\/photos\.store\.example\/full\/photo\?/)
  })
})

describe.skipIf(!findSwift())('an address of a public bucket', () => {
  let server: S3Server
  let settings: S3Settings
  let nowMs: number
  let bucket: PublicBucket

  beforeAll(async () => {
    server = await startS3Server()
    settings = await server.makeBucket()
    const body = { content: 'a photo', sha256: sha256Of('a photo') }
    await createS3Calls(settings)({ method: 'PUT', key: KEY, body }, (answer) => answer.text())
    bucket = createPublicBucket({ ...settings, publicUrl: settings.endpoint }, () => nowMs)
  })
  afterAll(() => server?.stop())
  beforeEach(() => {
    nowMs = Date.now()
  })

  it.each([false, true])('gives the blob as what it is (isCors: %s)', async (isCors) => {
    const { address } = await bucket.addressOf(KEY, { ...ANSWER, isCors })
    const answer = await fetch(address)
    expect(await answer.text()).toBe('a photo')
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('gives nothing for another blob, with another signature, or once its time is over', async () => {
    const { address } = await bucket.addressOf(KEY, ANSWER)
    nowMs -= 3 * HOUR_MS
    const { address: old } = await bucket.addressOf(KEY, ANSWER)
    const changed = [
      address.replace('full/photo', 'full/other'),
      address.replace(/Signature=.{4}/, 'Signature=0000'),
      address.replace('X-Amz-Expires=7200', 'X-Amz-Expires=72000'),
      old,
    ]
    for (const one of changed) expect((await fetch(one)).status).toBe(403)
  })
})
