import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Upload } from 'tus-js-client'
import type { UploadOptions } from 'tus-js-client'
import { api, API_BASE } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { makeSizedPhoto } from '../../support/sized-photos.ts'

let event: Event

const { orma, client, guest } = await sharedServer()
const photo = await makeSizedPhoto('Hochzeit – 1.jpg', 4_000_000, createSeededRandom(31))

describe('tus-js-client', () => {
  it('finds its upload by the key alone, having forgotten the address', async () => {
    event = await client.createOrma(guest)
    const key = randomUUID()
    await uploadUntil(1_000_000, key)
    const sent: string[] = []
    await uploadWhole(key, { onBeforeRequest: (request) => void sent.push(request.getMethod()) })
    // It begins at the first byte, is told that the server stands elsewhere, asks where, and goes on there.
    expect(sent.slice(0, 3)).toEqual(['POST', 'PATCH', 'HEAD'])
    await expectOnePost()
  })

  it('goes on by itself when the server has died under it', async () => {
    event = await client.createOrma(guest)
    let restarted: Promise<void> | undefined
    await uploadWhole(randomUUID(), {
      chunkSize: 300_000,
      onChunkComplete(_size, offset) {
        if (offset > 1_000_000) restarted ??= orma.kill9().then(() => orma.restart())
      },
    })
    expect(restarted).toBeDefined()
    await restarted
    await expectOnePost()
  })
})

function optionsFor(key: string): UploadOptions {
  const { event_hash } = event
  return {
    endpoint: orma.url + API_BASE + endpointPath(api.createUpload, { event_hash }),
    headers: { authorization: guest.token },
    metadata: {
      key,
      filename: photo.name,
      filetype: 'image/jpeg',
      original_date: '2026-06-20T18:30:00+02:00',
      timezone: 'Europe/Berlin',
      sha256: photo.sha256,
    },
    chunkSize: 256 * 1024,
    retryDelays: [0, 200, 500, 1000, 1000, 1000, 1000, 2000, 2000, 2000],
    storeFingerprintForResuming: false,
  }
}

/** Uploads until so many bytes were taken, then stops; gives the upload's address. */
function uploadUntil(bytes: number, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(photo.bytes, {
      ...optionsFor(key),
      onError: reject,
      onChunkComplete(_size, offset) {
        if (offset < bytes) return
        upload.abort().then(() => resolve(upload.url ?? ''), reject)
      },
    })
    upload.start()
  })
}

function uploadWhole(key: string, options: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { uploadUrl } = options
    const more = uploadUrl === undefined ? {} : { endpoint: null }
    new Upload(photo.bytes, {
      ...optionsFor(key),
      ...more,
      ...options,
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
}

async function expectOnePost(): Promise<void> {
  const params = { event_hash: event.event_hash }
  const { body: limit } = await client.call(api.checkLimit, { params, token: guest.token })
  expect(limit.used).toBe(1)
  const { body: pending } = await client.call(api.listPendingPosts, { params, token: guest.token })
  for (const { id } of pending.posts as Post[]) await client.whenProcessed(event, guest, id)
  const { body: feed } = await client.call(api.listPosts, { params: { ...params, page: 1 } })
  expect((feed as Post[]).map(({ sha256 }) => sha256)).toEqual([photo.sha256])
}
