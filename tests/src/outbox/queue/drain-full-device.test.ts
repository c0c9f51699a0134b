import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdUnwritten } from '../../../../src/outbox/queue/hold-unwritten.ts'
import type { HoldingOutbox } from '../../../../src/outbox/queue/hold-unwritten.ts'
import { discardUnsent, unwant } from '../../../../src/outbox/queue/photo-actions.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { USER_ID, changesIn, newChange, photoOf, put } from '../../../support/outbox-photos.ts'
import { fillDevice } from '../open-page.ts'
import { refusal, startQueue, stored } from './drain-fixtures.ts'
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
    const full = fillDevice()
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
    fillDevice()
    expect(await queue.drain()).toBeUndefined()
    await queue.drain()
    expect(queue.sent).toEqual([key])
  })

  it('sends again what was on its way when its sender died', async () => {
    const key = await put(device, { state: 'sending' })
    fillDevice()
    await queue.drain()
    expect(queue.sent).toEqual([key])
  })

  it('takes a photo out of the Orma again that was discarded on its way', async () => {
    const key = await put(device)
    const full = fillDevice()
    queue.answers.set(key, async () => {
      await unwant(holding, key, queue.now)
      return stored((await photoOf(device, key))!)
    })
    await queue.drain()
    full.mockRestore()
    expect(queue.askedFor).toEqual([key])
    expect(await device.list()).toEqual([])
  })

  it('says which discarded photos it has no room to mark', async () => {
    const [sent] = [await put(device, { mayBeStored: true }), await put(device)]
    fillDevice()
    expect(await discardUnsent(device, USER_ID)).toEqual([sent])
    expect(await device.list()).toMatchObject([{ key: sent, isUnwanted: false }])
  })

  it('leaves alone what another has written since', async () => {
    const key = await put(device)
    queue.refuse(key, 422, 'damaged_image')
    const full = fillDevice()
    await queue.drain()
    full.mockRestore()
    await device.change(key, () => ({ state: 'processing', postId: 1 }))
    await holding.writeHeld()
    expect(await photoOf(device, key)).toMatchObject({ state: 'processing', postId: 1 })
  })
})

it.each([
  [404, 'post_not_found', 'refused'],
  [503, 'unavailable', 'waiting'],
  [403, 'paused', 'waiting'],
] as const)(
  'a like answered %i (%s) on a full device is tried once, delaying no photo',
  async (status, code, state) => {
    await device.add(newChange('like'))
    const key = await put(device)
    queue.refusals.set('like', refusal(status, code))
    const full = fillDevice()
    await queue.drain()
    await queue.drain()
    expect(queue.sent).toEqual([key])
    expect(queue.changes).toEqual(['like'])
    expect(await changesIn(device)).toMatchObject([{ state: 'waiting', attempts: 0 }])

    full.mockRestore()
    await holding.writeHeld()
    expect(await changesIn(device)).toMatchObject([
      { state, attempts: state === 'refused' ? 0 : 1 },
    ])
  },
)

describe('drain on a full device without Web Locks', () => {
  beforeEach(() => void vi.stubGlobal('navigator', {}))

  it('sends what is there', async () => {
    const keys = [await put(device), await put(device)]
    fillDevice()
    expect(await queue.drain()).toBeUndefined()
    expect(queue.sent).toEqual(keys)
    expect(await device.list()).toEqual([])
  })

  it('leaves the outbox to whoever is at it', async () => {
    await put(device)
    const wait = { nextAt: queue.now + 60_000, waitMs: 60_000 }
    await device.writeNote('lease orma-upload', { holder: 'another', ...wait })
    fillDevice()
    expect(await queue.drain()).toBe(queue.now + 2000)
    expect(queue.sent).toEqual([])
  })
})
