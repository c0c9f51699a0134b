import { describe, expect, it } from 'vitest'
import { noteGone, retryClosed, submitDrafts } from '../../../../src/outbox/queue/photo-actions.ts'
import { isOfGoneOrma, ORMA_GONE } from '../../../../src/outbox/store/outbox-photo.ts'
import { startQueue } from './drain-fixtures.ts'
import { emptyOutbox, EVENT, photoOf, put, USER_ID } from '../../../support/outbox-photos.ts'

describe('an Orma that is heard to be gone', () => {
  it('is noted on its drafts alone, once, and its photos stay', async () => {
    const outbox = emptyOutbox()
    const draft = await put(outbox, { state: 'draft' })
    const elsewhere = await put(outbox, { state: 'draft', eventHash: 'B'.repeat(22) })
    const waiting = await put(outbox)
    expect(await noteGone(outbox, EVENT)).toBe(1)
    expect(await noteGone(outbox, EVENT)).toBe(0)
    expect(await photoOf(outbox, draft)).toMatchObject({ state: 'draft', reasonCode: ORMA_GONE })
    expect((await outbox.list()).filter(isOfGoneOrma).map(({ key }) => key)).toEqual([draft])
    expect(await outbox.readBytes(draft)).toBeDefined()
    expect(await photoOf(outbox, elsewhere)).toMatchObject({ reasonCode: null })
    expect(await photoOf(outbox, waiting)).toMatchObject({ state: 'waiting', reasonCode: null })
  })

  it('and is there after all, takes its drafts without a trace of the note', async () => {
    const outbox = emptyOutbox()
    const draft = await put(outbox, { state: 'draft' })
    await noteGone(outbox, EVENT)
    expect(await submitDrafts(outbox, EVENT, USER_ID)).toBe(1)
    expect(await photoOf(outbox, draft)).toMatchObject({ state: 'waiting', reasonCode: null })
  })

  it('and is there after all, is sent what it had refused', async () => {
    const queue = startQueue()
    const key = await put(queue.outbox)
    queue.refuse(key, 404, ORMA_GONE)
    await queue.drain()
    expect(await photoOf(queue.outbox, key)).toMatchObject({ state: 'refused' })
    queue.answers.clear()
    expect(await retryClosed(queue.outbox, EVENT, { now: queue.now })).toBe(1)
    await queue.drain()
    expect(await photoOf(queue.outbox, key)).toMatchObject({ state: 'processing' })
  })
})

it('photos of a paused Orma let others pass, and are sent once it is open', async () => {
  const queue = startQueue()
  const { outbox } = queue
  const paused = [await put(outbox), await put(outbox)]
  const other = await put(outbox, { eventHash: 'B'.repeat(22) })
  for (const key of paused) queue.refuse(key, 403, 'paused')
  const dueAt = await queue.drain()
  expect(dueAt).toBe(queue.now + 1000)
  expect(queue.sent).toEqual([...paused, other])
  const waiting = { state: 'waiting', reasonCode: 'paused', reason: 'reason of 403', attempts: 1 }
  for (const key of paused) expect(await photoOf(outbox, key)).toMatchObject(waiting)

  queue.answers.clear()
  // Once it is known to be open, at once.
  expect(await retryClosed(outbox, EVENT, { now: queue.now })).toBe(2)
  await queue.drain()
  expect(queue.sent.slice(3)).toEqual(paused)
})
