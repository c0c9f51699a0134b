import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { Upload } from 'tus-js-client'
import type { UploadOptions } from 'tus-js-client'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { makeSizedPhoto } from '../../support/sized-photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const { orma, client, guest, event } = await sharedApp()
const photo = await makeSizedPhoto('Hochzeit – 1.jpg', 4_000_000, createSeededRandom(31))

it('tus-js-client finds its upload by the key alone, having forgotten the address', async () => {
  const options: UploadOptions = {
    endpoint: orma.url + createTusCaller(orma, event, guest).uploads,
    headers: { authorization: guest.token },
    metadata: {
      key: randomUUID(),
      filename: photo.name,
      filetype: 'image/jpeg',
      original_date: '2026-06-20T18:30:00+02:00',
      timezone: 'Europe/Berlin',
      sha256: photo.sha256,
    },
    chunkSize: 256 * 1024,
    storeFingerprintForResuming: false,
  }
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(photo.bytes, {
      ...options,
      onError: reject,
      onChunkComplete(_size, offset) {
        if (offset >= 1_000_000) upload.abort().then(resolve, reject)
      },
    })
    upload.start()
  })
  const sent: string[] = []
  await new Promise<void>((resolve, reject) => {
    new Upload(photo.bytes, {
      ...options,
      onBeforeRequest: (request) => void sent.push(request.getMethod()),
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
  // It begins at the first byte, is told that the server stands elsewhere, asks where, and goes on there.
  expect(sent.slice(0, 3)).toEqual(['POST', 'PATCH', 'HEAD'])
  const params = { event_hash: event.event_hash }
  const { body } = await client.call(api.listPendingPosts, { params, token: guest.token })
  expect((body.posts as Post[]).map(({ sha256 }) => sha256)).toEqual([photo.sha256])
})
