import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlobContent } from '../../../server/blobs/blob-store.ts'
import { goodCall } from '../../support/calls/good-call.ts'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import type { SmallWorld } from '../../support/calls/small-world.ts'
import { toRequest } from '../../support/calls/valid-call.ts'
import type { Call, CallName } from '../../support/calls/valid-call.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startWholeApi } from '../../support/whole-api.ts'
import type { WholeApi } from '../../support/whole-api.ts'

const STORING = ['uploadPhoto', 'appendToUpload', 'createEvent', 'updateEvent'] as const

let api: WholeApi
let photo: Buffer
let world: SmallWorld
let isFull = false
beforeAll(async () => {
  api = await startWholeApi({
    watchBlobs: (blobs) => ({
      ...blobs,
      put: (key, content, options) =>
        blobs.put(key, isFull ? untilFull(content) : content, options),
    }),
  })
  photo = await makePhoto({ width: 64, height: 48, gps: false })
})
beforeEach(async () => {
  isFull = false
  await api.empty()
  world = await makeSmallWorld(api, photo.length)
})
afterAll(() => api.close())

/** Fails at the first byte, as a write to a full disk does. */
async function* untilFull(content: BlobContent): AsyncGenerator<Uint8Array> {
  if (content) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  yield new Uint8Array()
}

async function answerTo(name: CallName) {
  const answer = await sendRaw(api.port, toRequest(withImage(goodCall(name, world, photo))))
  return { status: answer?.status, body: answer?.text ? JSON.parse(answer.text) : undefined }
}

function withImage(call: Call): Call {
  if (!call.endpoint.form || 'image' in call.endpoint.form.files) return call
  const banner = { name: 'banner', content: photo, filename: 'banner.jpg' }
  return { ...call, parts: [...(call.parts ?? []), banner] }
}

describe('F3: a full disk', () => {
  it.each(STORING)(
    'has %s refused, keeping nothing, and taken once there is room',
    async (name) => {
      const before = await api.readState()
      isFull = true
      expect(await answerTo(name)).toEqual({
        status: 507,
        body: {
          success: false,
          error: 'The server has no space left. Your photo is safe on your phone.',
          code: 'disk_full',
        },
      })
      expect(await api.readState()).toEqual(before)
      expect((await answerTo('getPost')).status).toBe(200)
      isFull = false
      expect((await answerTo(name)).status).toBeLessThan(300)
    },
  )
})
