import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { sendRefused } from '../../../src/live/send-refused.ts'
import { memoryOutbox } from '../../../src/outbox/page/page-outboxes.ts'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import type { Outbox } from '../../../src/outbox/store/outbox.ts'
import { EVENT, USER_ID, photoOf, put } from '../../support/outbox-photos.ts'
import { stubPage } from '../session/stub-page.ts'

const VISIT = { userId: USER_ID, token: 'of-ada' }
const OVER = { state: 'refused', reasonCode: 'limit_reached' } as const

/** What the server was asked. */
let asked: string[]
let limitReached: boolean

beforeEach(async () => {
  stubPage()
  asked = []
  limitReached = false
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ limitReached, used: 5, limit: 5, processing: 0 })
  })
  for (const place of [outbox, memoryOutbox]) await place.remove(() => true)
})

const stateOf = async (place: Outbox, key: string) => (await photoOf(place, key))?.state

it('photos over the limit go by themselves once the Orma has room', async () => {
  limitReached = true
  const [stored, inMemory] = [await put(outbox, OVER), await put(memoryOutbox, OVER)]
  await sendRefused(EVENT, VISIT)
  expect(await stateOf(outbox, stored)).toBe('refused')
  limitReached = false
  await sendRefused(EVENT, VISIT)
  expect(await stateOf(outbox, stored)).toBe('waiting')
  expect(await stateOf(memoryOutbox, inMemory)).toBe('waiting')
})

it('the server is asked about its room only by who has such photos', async () => {
  const others = [
    await put(outbox, { ...OVER, ownerUserId: USER_ID + 1 }),
    await put(outbox, { ...OVER, eventHash: 'B'.repeat(22) }),
    await put(outbox, { ...OVER, reasonCode: 'too_large' }),
  ]
  await sendRefused(EVENT, VISIT)
  expect(asked).toEqual([])
  const own = await put(outbox, OVER)
  await sendRefused(EVENT, { ...VISIT, userId: undefined, token: undefined })
  expect(await stateOf(outbox, own)).toBe('refused')
  await sendRefused(EVENT, VISIT)
  expect(asked).toHaveLength(1)
  for (const key of others) expect(await stateOf(outbox, key)).toBe('refused')
})
