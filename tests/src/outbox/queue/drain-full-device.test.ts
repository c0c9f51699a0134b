import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdUnwritten } from '../../../../src/outbox/queue/hold-unwritten.ts'
import type { HoldingOutbox } from '../../../../src/outbox/queue/hold-unwritten.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { photoOf, put } from '../../../support/outbox-photos.ts'
import { startQueue } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue
let device: Outbox
let holding: HoldingOutbox

beforeEach(() => {
  queue = startQueue()
  device = queue.outbox
  holding = holdUnwritten(device)
  queue.outbox = holding
})

/** From now on nothing can be written any more, while deleting goes on. */
const fill = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

describe('drain on a full device', () => {
  it('sends what is there, which makes room again', async () => {
    const keys = [await put(device), await put(device)]
    const full = fill()
    await queue.drain()
    full.mockRestore()
    expect(queue.sent).toEqual(keys)
    expect(await device.list()).toEqual([])
  })

  it('goes on with the others after a photo is refused or fails, and writes that down once there is room', async () => {
    const [damaged, failing, whole] = [await put(device), await put(device), await put(device)]
    queue.refuse(damaged, 422, 'damaged_image')
    queue.refuse(failing, 500)
    const full = fill()
    for (let attempt = 0; attempt < 5; attempt++) queue.now = (await queue.drain())!
    expect(queue.sent.filter((key) => key === damaged)).toHaveLength(1)
    expect(queue.sent.filter((key) => key === failing)).toHaveLength(5)
    expect(queue.sent.at(-1)).toBe(whole)
    const told = [
      { key: damaged, state: 'refused', reason: 'reason of 422', reasonCode: 'damaged_image' },
      { key: failing, state: 'waiting', reason: 'reason of 500', attempts: 5 },
    ]
    expect(await holding.unwritten()).toMatchObject(told)

    full.mockRestore()
    await holding.writeHeld()
    expect(await device.list()).toMatchObject(told)
    expect(await holding.unwritten()).toEqual([])
  })

  it('asks once with a token that the server does not know, as with room', async () => {
    const [key] = [await put(device), await put(device)]
    queue.refuse(key, 401)
    fill()
    expect(await queue.drain()).toBeUndefined()
    await queue.drain()
    expect(queue.sent).toEqual([key])
  })

  it('sends again what was on its way when its sender died, before the device was full', async () => {
    const key = await put(device, { state: 'sending' })
    fill()
    await queue.drain()
    expect(queue.sent).toEqual([key])
  })

  it('leaves alone what another has written since', async () => {
    const key = await put(device)
    queue.refuse(key, 422, 'damaged_image')
    const full = fill()
    await queue.drain()
    full.mockRestore()
    await device.change(key, () => ({ state: 'processing', postId: 1 }))
    await holding.writeHeld()
    expect(await photoOf(device, key)).toMatchObject({ state: 'processing', postId: 1 })
  })
})
