import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_NETWORK } from '../../../../src/outbox/store/outbox-item.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { put } from '../../../support/outbox-photos.ts'
import { openPage } from '../open-page.ts'

const MINUTE_MS = 60_000

let hurries: number
let asked: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('document', { visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ success: false, error: 'Who?', code: 'no_session' }, { status: 401 })
  })
  hurries = 0
  asked = 0
})
afterEach(() => stop())

/** A page that watches the line while a photo is in this state. */
async function watchWith(changes: Partial<OutboxPhoto>) {
  const { outbox, refreshUploads } = await openPage()
  const { watchLine } = await import('../../../../src/outbox/page/watch-line.ts')
  const { noteContact } = await import('../../../../src/api/contact.ts')
  const key = await put(outbox, { ownerUserId: null, ...changes })
  stop = watchLine(() => (hurries += 1))
  await refreshUploads()
  const change = async (state: Partial<OutboxPhoto>) => {
    await outbox.change(key, () => state)
    await refreshUploads()
  }
  return { noteContact, change }
}

const longWait = (attempts = 7): Partial<OutboxPhoto> => ({
  attempts,
  reasonCode: NO_NETWORK,
  nextAt: Date.now() + MINUTE_MS,
  waitMs: MINUTE_MS,
})

describe('an answer of the server', () => {
  it('has a photo sent that waits for the network, also where no answer was missing', async () => {
    const { noteContact } = await watchWith(longWait())
    noteContact(true)
    noteContact(true)
    expect(hurries).toBe(1)
  })

  it('changes nothing for a photo that the server has put off', async () => {
    const { noteContact } = await watchWith({ ...longWait(), reasonCode: 'server_error' })
    noteContact(true)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    noteContact(true)
    expect([hurries, asked]).toEqual([0, 0])
  })

  it('has a photo that alone meets silence sent ever more seldom', async () => {
    const { noteContact, change } = await watchWith(longWait())
    for (let second = 0; second < 240; second += 1) {
      noteContact(true)
      await vi.advanceTimersByTimeAsync(1000)
      await change(longWait(7 + hurries))
    }
    // After 0, 1, 3, 7, 15, 31, 63, 123 and 183 seconds, more or less.
    expect(hurries).toBeGreaterThanOrEqual(7)
    expect(hurries).toBeLessThanOrEqual(10)
    await change({ state: 'sending', reasonCode: null })
    const before = hurries
    await change({ state: 'waiting', ...longWait() })
    noteContact(true)
    expect(hurries).toBe(before + 1)
  })
})

describe('a page at rest', () => {
  it('asks the server once after a failed try, and sends on an answer', async () => {
    await watchWith(longWait())
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(asked).toBe(1)
    await vi.waitFor(() => expect(hurries).toBe(1))
  })

  it('asks nothing where the next try comes sooner', async () => {
    await watchWith({ ...longWait(2), nextAt: Date.now() + 2000, waitMs: 2000 })
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(asked).toBe(0)
  })
})
