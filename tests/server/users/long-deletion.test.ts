import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { PACE } from '../../../server/http/request-bodies.ts'
import { createApiClient } from '../../support/api-client.ts'
import { makePhoto } from '../../support/photos.ts'
import { startWholeApi } from '../../support/whole-api.ts'

/** Long enough for the other calls, also on a busy machine. */
const IDLE_MS = 3_000

it('a connection may be silent while the photos of a deleted account go', async () => {
  let isSlow = false
  const whole = await startWholeApi({
    pace: { ...PACE, idleMs: IDLE_MS },
    watchBlobs: (blobs) => ({
      ...blobs,
      async delete(key) {
        // The slow store itself, not a wait for something.
        if (isSlow) await pause(2 * IDLE_MS)
        isSlow = false
        await blobs.delete(key)
      },
    }),
  })
  const client = createApiClient(whole)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gero Guest')
  const event = await client.createOrma(owner, { event_date: '2026-06-20' })
  const photo = await makePhoto({ width: 320, height: 240, seed: 5 })
  const { body } = await client.upload(event, guest, photo)
  await client.whenProcessed(event, guest, body.post.id)
  isSlow = true
  const { token } = guest
  const { status, body: receipt } = await client.call(api.deleteAccount, {
    query: { posts: 'delete' },
    token,
  })
  expect(status).toBe(200)
  expect(receipt).toMatchObject({ deleted: { posts: 1 }, kept: { posts: 0 } })
  await whole.close()
})
