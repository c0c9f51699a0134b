import { beforeEach, describe, expect, it } from 'vitest'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { isTokenRefused, refuseToken, trustToken } from '../../../../src/outbox/store/notes.ts'
import {
  bindDrafts,
  retryClosed,
  retryPhoto,
  submitDrafts,
} from '../../../../src/outbox/queue/photo-actions.ts'
import { EVENT, USER_ID, bytesOf, photoOf, postOf, put } from '../../../support/outbox-photos.ts'
import { startQueue, stored } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue
let outbox: Outbox

beforeEach(() => {
  queue = startQueue()
  ;({ outbox } = queue)
})

describe('drain', () => {
  // Specification: 7.36
  it('sends what waits, oldest first, one at a time', async () => {
    const keys = [await put(outbox), await put(outbox), await put(outbox)]
    let open = 0
    for (const key of keys) {
      queue.answers.set(key, async () => {
        open += 1
        expect(open).toBe(1)
        await Promise.resolve()
        open -= 1
        return stored((await photoOf(outbox, key))!)
      })
    }
    await queue.drain()
    expect(queue.sent).toEqual(keys)
  })

  it('sends no draft, and nothing that is done or refused', async () => {
    for (const state of ['draft', 'processing', 'done', 'refused'] as const) {
      await put(outbox, { state })
    }
    expect(await queue.drain()).toBeUndefined()
    expect(queue.sent).toEqual([])
  })

  it('lets go of the bytes only after the server has answered with their hash', async () => {
    const key = await put(outbox)
    queue.answers.set(key, async () => {
      expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
      return stored((await photoOf(outbox, key))!)
    })
    await queue.drain()
    expect(await outbox.readBytes(key)).toBeUndefined()
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', pollsLeft: 5 })
  })

  it('keeps a photo whose hash the server answers differently, and says so', async () => {
    const key = await put(outbox)
    queue.answers.set(key, () => ({
      limitReached: false,
      post: postOf({ seq: 1, sha256: 'another' }),
    }))
    await queue.drain()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'refused',
      reasonCode: 'sha256_mismatch',
    })
    expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
  })

  it('leaves a photo alone that another is sending, and comes back soon', async () => {
    const key = await put(outbox)
    const second = await queue.drainTwice(key)
    expect(queue.sent).toEqual([key])
    expect(second).toBeLessThanOrEqual(queue.now + 5000)
  })

  it('sends again what was on its way when its sender died', async () => {
    const key = await put(outbox, { state: 'sending' })
    await queue.drain()
    expect(queue.sent).toEqual([key])
  })

  it('sets aside a refused photo with its reason, and goes on', async () => {
    const [damaged, whole] = [await put(outbox), await put(outbox)]
    queue.refuse(damaged, 422, 'damaged_image')
    await queue.drain()
    await queue.drain()
    expect(queue.sent).toEqual([damaged, whole])
    expect(await photoOf(outbox, damaged)).toMatchObject({
      state: 'refused',
      reason: 'reason of 422',
      reasonCode: 'damaged_image',
    })
    expect(await outbox.readBytes(damaged)).toEqual(bytesOf(damaged))
    expect(await photoOf(outbox, whole)).toMatchObject({ state: 'processing' })
  })

  it('sends a refused photo again when asked to', async () => {
    const key = await put(outbox)
    queue.refuse(key, 415)
    await queue.drain()
    await retryPhoto(outbox, key, queue.now)
    queue.answers.clear()
    await queue.drain()
    expect(queue.sent).toEqual([key, key])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', reason: null })
  })

  it('sets aside a photo of closed uploads, and sends it once they open', async () => {
    const [key, other] = [await put(outbox), await put(outbox, { eventHash: 'B'.repeat(22) })]
    const full = await put(outbox)
    for (const closed of [key, other]) queue.refuse(closed, 403, 'window_closed')
    queue.refuse(full, 422, 'too_dark')
    await queue.drain()
    await queue.drain()
    expect(queue.sent).toEqual([key, other, full])
    const refused = { state: 'refused', reason: 'reason of 403', reasonCode: 'window_closed' }
    expect(await photoOf(outbox, key)).toMatchObject(refused)
    expect(await outbox.readBytes(key)).toEqual(bytesOf(key))

    queue.answers.clear()
    expect(await retryClosed(outbox, EVENT, queue.now)).toBe(1)
    await queue.drain()
    expect(queue.sent).toEqual([key, other, full, key])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', reasonCode: null })
    expect(await photoOf(outbox, other)).toMatchObject(refused)
    expect(await retryClosed(outbox, EVENT, queue.now)).toBe(0)
  })

  it('sets a photo aside when the limit is reached', async () => {
    const key = await put(outbox)
    queue.answers.set(key, () => ({ limitReached: true, post: null }))
    await queue.drain()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'refused',
      reasonCode: 'limit_reached',
    })
    expect(await outbox.readBytes(key)).toBeDefined()
  })

  it('forgets a photo whose post was deleted', async () => {
    const key = await put(outbox)
    queue.refuse(key, 410, 'post_deleted')
    await queue.drain()
    expect(await outbox.list()).toEqual([])
    expect(await outbox.readBytes(key)).toBeUndefined()
  })

  it('asks once with a refused token, and again once the server knows it', async () => {
    const key = await put(outbox)
    queue.refuse(key, 401)
    await queue.drain()
    queue.answers.clear()
    await refuseToken(outbox, 'another-token-1')
    await queue.drain()
    expect(queue.sent).toEqual([key])
    expect(await trustToken(outbox, queue.sender!.token)).toBe(true)
    await queue.drain()
    expect(queue.sent).toEqual([key, key])
    expect(await trustToken(outbox, queue.sender!.token)).toBe(false)
    expect(await isTokenRefused(outbox, 'another-token-1')).toBe(true)
  })
})

it('UPLOAD NOW sends one set, each photo once, however quickly it is pressed twice', async () => {
  const keys = [await put(outbox, { state: 'draft' }), await put(outbox, { state: 'draft' })]
  await Promise.all([
    submitDrafts(outbox, EVENT, USER_ID, { now: queue.now }),
    submitDrafts(outbox, EVENT, USER_ID, { now: queue.now }),
  ])
  await Promise.all([queue.drain(), queue.drain()])
  expect(queue.sent).toEqual(keys)
})

it('drafts chosen before signing in go at UPLOAD NOW, as of whoever signed in', async () => {
  const key = await put(outbox, { state: 'draft', ownerUserId: null })
  await bindDrafts(outbox, USER_ID)
  await queue.drain()
  expect(queue.sent).toEqual([])
  expect(await submitDrafts(outbox, EVENT, USER_ID + 1)).toBe(0)
  expect(await submitDrafts(outbox, EVENT, USER_ID, { now: queue.now })).toBe(1)
  await queue.drain()
  expect(queue.sent).toEqual([key])
})
