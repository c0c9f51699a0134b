import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as KeepPhoto from '../../../../src/outbox/page/keep-photo.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { discardPhoto, submitDrafts } from '../../../../src/outbox/queue/photo-actions.ts'
import { EVENT, USER_ID } from '../../../support/outbox-photos.ts'

const FILE = new File(['photo'], 'a.jpg', { type: 'image/jpeg' })

let keepPhoto: typeof KeepPhoto.keepPhoto
let outbox: Outbox
let memoryOutbox: Outbox

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.spyOn(console, 'error').mockReturnValue()
  vi.resetModules()
  ;({ keepPhoto } = await import('../../../../src/outbox/page/keep-photo.ts'))
  ;({ outbox } = await import('../../../../src/outbox/store/outbox.ts'))
  ;({ memoryOutbox } = await import('../../../../src/outbox/page/photos-in-memory.ts'))
})

const keep = () => keepPhoto(FILE, { eventHash: EVENT, userId: USER_ID })

/** Has the device report a failure of a photo that it has stored. */
function failAfterStoring(): void {
  const add = outbox.add.bind(outbox)
  vi.spyOn(outbox, 'add').mockImplementationOnce(async (...photo) => {
    await add(...photo)
    throw new DOMException('The connection was lost.', 'UnknownError')
  })
}

it('keeps a photo once that the device has stored and reports as failed', async () => {
  failAfterStoring()
  expect(await keep()).toBe('device')
  expect(await outbox.list()).toMatchObject([{ name: 'a.jpg', state: 'draft' }])
  expect(await memoryOutbox.list()).toEqual([])
})

it('has one key for a photo in memory and on a device that stored it unseen, so that the server makes one post', async () => {
  failAfterStoring()
  vi.spyOn(outbox, 'list').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'))
  expect(await keep()).toBe('memory')
  const [stored] = await outbox.list()
  expect(await memoryOutbox.list()).toMatchObject([{ key: stored?.key }])
})

it('keeps a photo in memory that the device has no room for', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await keep()).toBe('memory')
  expect(await outbox.list()).toEqual([])
  expect(await memoryOutbox.list()).toMatchObject([{ name: 'a.jpg', isInMemory: true }])
})

describe('on a device whose storage hangs', () => {
  let wake: () => void
  let stored: Promise<void>
  let adding: unknown

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const awake = Promise.withResolvers<void>()
    wake = awake.resolve
    const add = outbox.add.bind(outbox)
    adding = vi.spyOn(outbox, 'add').mockImplementationOnce((...photo) => {
      stored = awake.promise.then(() => add(...photo))
      return stored
    })
  })

  /** Keeps a photo and gives its key. */
  async function keepHanging(): Promise<string> {
    const kept = keep()
    await vi.waitFor(() => expect(adding).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(await kept).toBe('memory')
    const [photo] = await memoryOutbox.list()
    return photo!.key
  }

  it('a photo is kept in memory, and on the device alone once that has stored it after all', async () => {
    const key = await keepHanging()
    wake()
    await expect.poll(() => memoryOutbox.list()).toEqual([])
    expect(await outbox.list()).toMatchObject([{ key, state: 'draft' }])
  })

  it('a photo that is on its way from memory by then stays in both under one key, so that the server makes one post', async () => {
    const key = await keepHanging()
    await submitDrafts(memoryOutbox, EVENT, USER_ID)
    wake()
    await stored
    expect(await memoryOutbox.list()).toMatchObject([{ key, state: 'waiting' }])
    expect(await outbox.list()).toMatchObject([{ key, state: 'draft' }])
  })

  it.each([
    ['sent from memory', () => ({ state: 'processing', postId: 1 }) as const],
    ['discarded while it was sent', () => ({ state: 'waiting', isUnwanted: true }) as const],
  ])('a photo that was %s by then does not come back', async (_what, change) => {
    const key = await keepHanging()
    await memoryOutbox.change(key, change)
    wake()
    await stored
    await expect.poll(() => outbox.list()).toEqual([])
    expect(await memoryOutbox.list()).toMatchObject([{ key }])
  })

  it('a photo that was discarded by then does not come back', async () => {
    await discardPhoto(memoryOutbox, await keepHanging())
    wake()
    await stored
    await expect.poll(() => outbox.list()).toEqual([])
  })
})
