import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { retryNow } from '../../../../src/outbox/queue/photo-actions.ts'
import { retryDelayMs } from '../../../../src/outbox/queue/waits.ts'
import { silence } from '../../../support/tus-server.ts'
import { bytesOf, photoOf, put } from '../../../support/outbox-photos.ts'
import { refusal, startQueue, stored } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue
let outbox: Outbox

beforeEach(() => {
  queue = startQueue()
  ;({ outbox } = queue)
})

describe('drain without an answer about the photo', () => {
  it('waits 1, 2, 4 … 60 s and never gives up', async () => {
    const key = await put(outbox)
    queue.refuse(key, 500, 'no_answer')
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      const dueAt = (await queue.drain())!
      waits.push((dueAt - queue.now) / 1000)
      queue.now = dueAt
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(queue.sent).toHaveLength(9)
    expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
  })

  it('waits 20 % more or less by chance, and never longer than a minute', () => {
    expect([0, 1].map((random) => retryDelayMs(3, () => random))).toEqual([3200, 4800])
    expect([0, 1].map((random) => retryDelayMs(9, () => random))).toEqual([48_000, 60_000])
  })

  it('waits as long as the server says', async () => {
    const key = await put(outbox)
    queue.refuse(key, 429, 'too_many_requests', 30)
    expect(await queue.drain()).toBe(queue.now + 30_000)
    queue.now += 29_999
    expect(await queue.drain()).toBe(queue.now + 1)
    expect(queue.sent).toHaveLength(1)
  })

  it('waits no longer than a minute, whatever the server says', async () => {
    const key = await put(outbox)
    queue.refuse(key, 429, 'too_many_requests', 3600)
    expect(await queue.drain()).toBe(queue.now + 60_000)
    await retryNow(outbox, queue.now)
    expect(await queue.drain()).toBe(queue.now + 60_000)
    expect(queue.sent).toHaveLength(1)
  })

  it('waits a minute where a proxy asks for an hour, or until a network', async () => {
    const [key, next] = [await put(outbox), await put(outbox, { eventHash: 'B'.repeat(22) })]
    queue.refuse(key, 503, 'unexpected_answer', 3600)
    expect(await queue.drain()).toBe(queue.now + 60_000)
    queue.answers.clear()
    await retryNow(outbox, queue.now)
    await queue.drain()
    expect(queue.sent).toEqual([key, key, next])
  })

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 507])('sends again after %i', async (status) => {
    const key = await put(outbox)
    queue.refuse(key, status)
    queue.now = (await queue.drain())!
    queue.answers.clear()
    await queue.drain()
    expect(queue.sent).toEqual([key, key])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing' })
  })

  it("takes a strange page's 401, 403 and 200 for no answer at all", async () => {
    for (const status of [401, 403, 502]) {
      const key = await put(outbox)
      queue.refuse(key, status, 'unexpected_answer')
      expect(await queue.drain()).toBe(queue.now + 1000)
      expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting' })
      await outbox.remove(() => true)
    }
  })

  it('keeps the others behind the oldest while there is no network', async () => {
    const [first, second] = [await put(outbox), await put(outbox)]
    queue.refuse(first, 500, 'no_answer')
    for (let attempt = 0; attempt < 8; attempt++) queue.now = (await queue.drain())!
    expect(queue.sent).not.toContain(second)
  })

  it('lets the others pass a photo that alone fails again and again', async () => {
    const [odd, next] = [await put(outbox), await put(outbox)]
    queue.refuse(odd, 500, 'surprise')
    for (let attempt = 0; attempt < 5; attempt++) queue.now = (await queue.drain())!
    expect(queue.sent.filter((key) => key === next)).toHaveLength(1)
    expect(await photoOf(outbox, odd)).toMatchObject({ state: 'waiting' })
  })

  it('lets the others pass a photo that the device cannot read, which says so', async () => {
    const [odd, next] = [await put(outbox), await put(outbox)]
    const readBytes: Outbox['readBytes'] = async (key) => {
      if (key === odd) throw new DOMException('The disk is broken.', 'UnknownError')
      return outbox.readBytes(key)
    }
    queue.outbox = { ...outbox, readBytes }
    for (let attempt = 0; attempt < 5; attempt++) queue.now = (await queue.drain())!
    expect(queue.sent).toEqual([next])
    expect(await photoOf(outbox, odd)).toMatchObject({
      state: 'waiting',
      reason: 'The disk is broken.',
    })
  })
})

describe('drain on a phone whose clock was set', () => {
  const YEAR_MS = 365 * 24 * 60 * 60_000

  it.each([
    ['forward', YEAR_MS],
    ['back', -YEAR_MS],
    ['back by less than an hour', -40 * 60_000],
  ])('sends at once what waited before it was put %s', async (_which, jumpMs) => {
    const key = await put(outbox)
    queue.refuse(key, 500)
    for (let attempt = 0; attempt < 8; attempt++) queue.now = (await queue.drain())!
    await queue.drain()
    queue.answers.clear()
    queue.now += jumpMs
    await queue.drain()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'processing',
      original_date: '2026-06-20T20:00:00.000+02:00',
    })
  })
})

describe('drain without Web Locks', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', {})
  })

  it('leaves the outbox to whoever is at it, and lets the next in', async () => {
    const key = await put(outbox)
    const second = await queue.drainTwice(key)
    expect(queue.sent).toEqual([key])
    expect(second).toBe(queue.now + 2000)
    const next = await put(outbox)
    await queue.drain()
    expect(queue.sent).toEqual([key, next])
  })

  it.each([
    ['failed', silence()],
    ['was refused', refusal(422, 'damaged_image')],
    ['found its token refused', refusal(401, 'unauthorized')],
    ['was answered with older news', undefined],
  ])('leaves a photo as it is by now where a sleeping try %s', async (_how, error) => {
    const key = await put(outbox)
    queue.answers.set(key, async () => {
      // The lease is over, and the next one in finds a server that answers.
      queue.now += 60_000
      queue.answers.delete(key)
      await queue.drain()
      expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing' })
      await outbox.change(key, () => ({ state: 'done', postStatus: 'COMPLETED' }))
      if (error) throw error
      return stored((await photoOf(outbox, key))!)
    })
    await queue.drain()
    expect(queue.sent).toEqual([key, key])
    const known = { state: 'done', postStatus: 'COMPLETED', reasonCode: null }
    expect(await photoOf(outbox, key)).toMatchObject(known)
  })

  it('stops a sleeping try whose photo another has sent', async () => {
    const key = await put(outbox)
    const goingOn: boolean[] = []
    const sleepy = createDrain({
      ...queue.options(),
      sendPhoto: async ({ note }) => {
        queue.now += 60_000
        await queue.drain()
        goingOn.push(await note({ offset: 1, uploadId: 'old' }))
        return undefined
      },
    })
    await sleepy()
    expect(goingOn).toEqual([false])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', uploadId: null })
  })

  it('waits 60 s for a dead holder, and no longer after a clock change', async () => {
    const dead = { holder: 'dead', nextAt: queue.now + 60_000, waitMs: 60_000 }
    const key = await put(outbox)
    await outbox.writeNote('lease orma-upload', dead)
    queue.now += 59_999
    expect(await queue.drain()).toBe(queue.now + 2000)
    expect(queue.sent).toEqual([])
    queue.now += 1
    await queue.drain()
    expect(queue.sent).toEqual([key])

    const next = await put(outbox)
    await outbox.writeNote('lease orma-upload', { ...dead, nextAt: queue.now + 61_000 })
    await queue.drain()
    expect(queue.sent).toEqual([key, next])
  })
})
