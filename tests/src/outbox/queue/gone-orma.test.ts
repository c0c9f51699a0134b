import { describe, expect, it } from 'vitest'
import { noteGone, retryClosed, submitDrafts } from '../../../../src/outbox/queue/photo-actions.ts'
import { ORMA_GONE, isOfGoneOrma } from '../../../../src/outbox/store/outbox-photo.ts'
import { startQueue } from './drain-fixtures.ts'
import { EVENT, USER_ID, emptyOutbox, photoOf, put } from '../../../support/outbox-photos.ts'

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
    expect(await retryClosed(queue.outbox, EVENT, queue.now)).toBe(1)
    await queue.drain()
    expect(await photoOf(queue.outbox, key)).toMatchObject({ state: 'processing' })
  })
})
