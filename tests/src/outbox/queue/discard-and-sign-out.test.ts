import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../../src/api/api-error.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { discardPhoto, discardUnsent } from '../../../../src/outbox/queue/photo-actions.ts'
import { ORMA_GONE } from '../../../../src/outbox/store/outbox-photo.ts'
import { USER_ID, photoOf, postOf, put } from '../../../support/outbox-photos.ts'
import { startQueue, stored } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue
let outbox: Outbox

beforeEach(() => {
  queue = startQueue()
  ;({ outbox } = queue)
})

describe('a photo discarded while it waits', () => {
  it('goes at once where nothing of it was sent', async () => {
    const key = await put(outbox)
    expect(await discardPhoto(outbox, key, queue.now)).toBe(true)
    await queue.drain()
    expect(queue.sent).toEqual([])
  })

  it('goes when the server says that it has not arrived', async () => {
    const key = await put(outbox)
    queue.refuse(key, 500, 'timed_out')
    await queue.drain()
    expect(await discardPhoto(outbox, key, queue.now)).toBe(false)
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting', isUnwanted: true })
    await queue.drain()
    expect(queue.sent).toEqual([key])
    expect(await outbox.list()).toEqual([])
  })

  it.each([
    ['alone', (key: string) => discardPhoto(outbox, key, queue.now)],
    ['with all others', () => discardUnsent(outbox, USER_ID, queue.now)],
  ])('is taken out of the Orma again where it arrives just then: %s', async (_how, discard) => {
    const key = await put(outbox)
    queue.answers.set(key, async () => {
      const photo = (await photoOf(outbox, key))!
      await discard(key)
      return stored(photo)
    })
    await queue.drain()
    await queue.drain()
    expect(queue.sent).toEqual([key])
    expect(queue.askedFor).toEqual([key])
    expect(await outbox.list()).toEqual([])
  })

  it.each(['READYFORPROCESSING', 'COMPLETED', 'FAILEDPROCESSING'] as const)(
    'is taken out of the Orma again where it has arrived before, as %s',
    async (status) => {
      const key = await put(outbox)
      queue.answers.set(key, async () => ({
        limitReached: false,
        post: postOf((await photoOf(outbox, key))!, { status }),
      }))
      await queue.drain()
      expect(await photoOf(outbox, key)).toMatchObject({ isUnwanted: false, postId: 1 })
      expect(await discardPhoto(outbox, key, queue.now)).toBe(false)
      await queue.drain()
      expect(queue.askedFor).toEqual([key])
      expect(await outbox.list()).toEqual([])
    },
  )

  it('is asked after until the server answers', async () => {
    const key = await put(outbox)
    queue.refuse(key, 500, 'timed_out')
    await queue.drain()
    await discardPhoto(outbox, key, queue.now)
    queue.withdrawn = { kind: 'later', reason: 'nothing came', code: 'no_answer', isNetwork: true }
    queue.now = (await queue.drain())!
    queue.withdrawn = { kind: 'deleted' }
    await queue.drain()
    expect(await outbox.list()).toEqual([])
    expect(queue.sent).toEqual([key])
  })
})

describe('signing out with photos that wait', () => {
  it('stops what is on its way, and sends nothing until the same user is back', async () => {
    const keys = [await put(outbox), await put(outbox), await put(outbox)]
    queue.answers.set(keys[0]!, () => {
      queue.sender = undefined
      throw new ApiError(401, 'no', { code: 'unauthorized' })
    })
    await queue.drain()
    queue.sender = { token: 'token-of-bob-1', userId: USER_ID + 1 }
    queue.now += 10 * 60_000
    await queue.drain()
    expect(queue.sent).toEqual([keys[0]])
    queue.sender = { token: 'token-of-ada-2', userId: USER_ID }
    queue.answers.clear()
    await queue.drain()
    expect(queue.sent).toEqual([keys[0], ...keys])
  })

  it('tells whoever is sending that its user has gone', async () => {
    const key = await put(outbox)
    const told: boolean[] = []
    const drainWithNotes = createDrain({
      ...queue.options(),
      sendPhoto: async ({ note }) => {
        told.push(await note({ offset: 1 }))
        queue.sender = undefined
        told.push(await note({ offset: 2 }))
        return undefined
      },
    })
    await drainWithNotes()
    expect(told).toEqual([true, false])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting', offset: 2 })
  })

  it('forgets what is on this device alone where that is wanted, and nobody else’s', async () => {
    await put(outbox, { state: 'draft' })
    await put(outbox, { state: 'refused' })
    const stored = await put(outbox, { state: 'processing', postId: 1 })
    const others = await put(outbox, { ownerUserId: USER_ID + 1 })
    await discardUnsent(outbox, USER_ID)
    expect((await outbox.list()).map(({ key }) => key)).toEqual([stored, others])
  })
  it('asks the server for what was discarded, in that user’s name alone', async () => {
    const key = await put(outbox, { mayBeStored: true })
    await discardUnsent(outbox, USER_ID, queue.now)
    expect(await outbox.readBytes(key)).toBeUndefined()
    queue.sender = { token: 'token-of-bob-1', userId: USER_ID + 1 }
    await queue.drain()
    expect(queue.askedFor).toEqual([])
    queue.sender = { token: 'token-of-ada-2', userId: USER_ID }
    await queue.drain()
    expect(queue.askedFor).toEqual([key])
    expect(queue.sent).toEqual([])
    expect(await outbox.list()).toEqual([])
  })

  it('asks also for what the device cannot read, or whose Orma was gone', async () => {
    const unread = await put(outbox, { mayBeStored: true })
    const gone = await put(outbox, { mayBeStored: true })
    queue.refuse(gone, 404, ORMA_GONE)
    queue.outbox = {
      ...outbox,
      readBytes: async (key) => (key === unread ? undefined : outbox.readBytes(key)),
    }
    await queue.drain()
    for (const key of [unread, gone]) {
      expect(await photoOf(outbox, key)).toMatchObject({ state: 'refused' })
      expect(await discardPhoto(outbox, key, queue.now)).toBe(false)
    }
    await queue.drain()
    expect(queue.askedFor).toEqual([unread, gone])
    expect(await outbox.list()).toEqual([])
  })

  it('asks for no photo that the server has refused: it has said so', async () => {
    const key = await put(outbox)
    queue.refuse(key, 422, 'too_dark')
    await queue.drain()
    expect(await discardPhoto(outbox, key, queue.now)).toBe(true)
    expect(await outbox.list()).toEqual([])
  })

  it('asks also for a photo that was discarded just before it was sent again', async () => {
    const key = await put(outbox, { mayBeStored: true })
    const readBytes: Outbox['readBytes'] = async () => {
      await discardUnsent(outbox, USER_ID, queue.now)
      return outbox.readBytes(key)
    }
    queue.outbox = { ...outbox, readBytes }
    await queue.drain()
    expect(queue.sent).toEqual([])
    expect(queue.askedFor).toEqual([key])
    expect(await outbox.list()).toEqual([])
  })
})
