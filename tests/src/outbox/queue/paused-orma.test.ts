import { describe, expect, it } from 'vitest'
import { photoOf, put } from '../../../support/outbox-photos.ts'
import { startQueue } from './drain-fixtures.ts'

const OTHER_EVENT = 'B'.repeat(22)

describe('drain with photos of a paused Orma', () => {
  it('asks about one alone, lets others pass, and sends all once it is open', async () => {
    const queue = startQueue()
    const { outbox } = queue
    const paused = [await put(outbox), await put(outbox), await put(outbox)]
    const other = await put(outbox, { eventHash: OTHER_EVENT })
    for (const key of paused) queue.refuse(key, 403, 'paused')
    const dueAt = await queue.drain()
    expect(dueAt).toBe(queue.now + 1000)
    expect(queue.sent).toEqual([paused[0], other])
    const waiting = { state: 'waiting', reasonCode: 'paused', reason: 'reason of 403', attempts: 1 }
    for (const key of paused) expect(await photoOf(outbox, key)).toMatchObject(waiting)

    queue.now = dueAt!
    queue.now = (await queue.drain())!
    expect(queue.sent).toEqual([paused[0], other, paused[0]])
    queue.answers.clear()
    await queue.drain()
    expect(queue.sent.slice(3)).toEqual(paused)
  })

  it('leaves one that is being made smaller the time that it has for that', async () => {
    const queue = startQueue()
    const { outbox } = queue
    queue.refuse(await put(outbox), 403, 'paused')
    const hold = { isToShrink: true, nextAt: queue.now + 20_000, waitMs: 20_000 }
    const held = await put(outbox, hold)
    await queue.drain()
    expect(await photoOf(outbox, held)).toMatchObject({ ...hold, attempts: 0, reasonCode: null })
  })
})
