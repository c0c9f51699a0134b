import { beforeEach, describe, expect, it } from 'vitest'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { discardUnsent } from '../../../../src/outbox/queue/photo-actions.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { USER_ID, changesIn, newChange, put } from '../../../support/outbox-photos.ts'
import { fillDevice } from '../open-page.ts'
import { refusal, startQueue } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

const MINUTE_MS = 60_000

let queue: TestQueue
let device: Outbox

beforeEach(() => {
  queue = startQueue()
  device = queue.outbox
})

describe('drain on a full device', () => {
  it('sends what is there, which makes room again', async () => {
    const keys = [await put(device), await put(device)]
    const full = fillDevice()
    await queue.drain()
    full.mockRestore()
    expect(queue.sent).toEqual(keys)
    expect(await device.list()).toEqual([])
  })

  it('goes on after a refused photo, which is written down once there is room', async () => {
    const [damaged, failing, whole] = [await put(device), await put(device), await put(device)]
    queue.refuse(damaged, 422, 'damaged_image')
    queue.refuse(failing, 500)
    const drain = createDrain(queue.options())
    const full = fillDevice()
    expect(await drain()).toBe(queue.now + MINUTE_MS)
    await drain()
    expect(queue.sent).toEqual([damaged, failing, whole])

    full.mockRestore()
    queue.now += MINUTE_MS
    await drain()
    await drain()
    expect(queue.sent.slice(3)).toEqual([damaged, failing])
    expect(await device.list()).toMatchObject([
      { key: damaged, state: 'refused', reason: 'reason of 422', reasonCode: 'damaged_image' },
      { key: failing, state: 'waiting', reason: 'reason of 500', attempts: 1 },
    ])
  })

  it('sends again what was on its way when its sender died', async () => {
    const key = await put(device, { state: 'sending' })
    fillDevice()
    await queue.drain()
    expect(queue.sent).toEqual([key])
  })

  it('removes a discarded photo that there is no room to mark', async () => {
    await put(device, { mayBeStored: true })
    await put(device)
    fillDevice()
    await discardUnsent(device, USER_ID)
    expect(await device.list()).toEqual([])
  })
})

it.each([
  [404, 'post_not_found'],
  [503, 'unavailable'],
  [403, 'paused'],
] as const)(
  'a like answered %i (%s) on a full device is tried once, delaying no photo',
  async (status, code) => {
    await device.add(newChange('like'))
    const key = await put(device)
    queue.refusals.set('like', refusal(status, code))
    const drain = createDrain(queue.options())
    fillDevice()
    await drain()
    await drain()
    expect(queue.sent).toEqual([key])
    expect(queue.changes).toEqual(['like'])
    expect(await changesIn(device)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  },
)
