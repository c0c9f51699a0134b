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
  const key = await put(outbox, { ownerUserId: null, ...changes })
  stop = watchLine(() => (hurries += 1))
  await refreshUploads()
  const change = async (state: Partial<OutboxPhoto>) => {
    await outbox.change(key, () => state)
    await refreshUploads()
  }
  return { change }
}

const longWait = (attempts = 7): Partial<OutboxPhoto> => ({
  attempts,
  reasonCode: NO_NETWORK,
  nextAt: Date.now() + MINUTE_MS,
  waitMs: MINUTE_MS,
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

  it('asks nothing for a photo that the server has put off', async () => {
    await watchWith({ ...longWait(), reasonCode: 'server_error' })
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect([hurries, asked]).toEqual([0, 0])
  })

  it('hurries a photo that alone meets silence at half of its waits', async () => {
    const { change } = await watchWith(longWait())
    for (let failed = 1; failed <= 4; failed += 1) {
      await vi.advanceTimersByTimeAsync(MINUTE_MS / 2 - 1)
      expect(asked).toBe(failed - 1)
      await vi.advanceTimersByTimeAsync(1)
      await vi.waitFor(() => expect(hurries).toBe(failed))
      await change(longWait(7 + failed))
    }
  })
})
