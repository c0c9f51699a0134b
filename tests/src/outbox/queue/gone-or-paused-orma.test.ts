import { expect, it } from 'vitest'
import { retryClosed } from '../../../../src/outbox/queue/photo-actions.ts'
import { ORMA_GONE } from '../../../../src/outbox/store/outbox-photo.ts'
import { startQueue } from './drain-fixtures.ts'
import { EVENT, photoOf, put } from '../../../support/outbox-photos.ts'

it('an Orma that is there after all is sent what it had refused', async () => {
  const queue = startQueue()
  const key = await put(queue.outbox)
  queue.refuse(key, 404, ORMA_GONE)
  await queue.drain()
  expect(await photoOf(queue.outbox, key)).toMatchObject({ state: 'refused' })
  queue.answers.clear()
  expect(await retryClosed(queue.outbox, EVENT, queue.now)).toBe(1)
  await queue.drain()
  expect(await photoOf(queue.outbox, key)).toMatchObject({ state: 'processing' })
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
  expect(await retryClosed(outbox, EVENT, queue.now)).toBe(2)
  await queue.drain()
  expect(queue.sent.slice(3)).toEqual(paused)
})
