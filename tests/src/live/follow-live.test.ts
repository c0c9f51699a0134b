import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIVE_SILENCE_MS } from '../../../contract/limits.ts'
import { isSilent, noteContact } from '../../../src/api/contact.ts'
import { followLive } from '../../../src/live/follow-live.ts'
import { EVENT_HASH } from '../../support/post-shapes.ts'

/** When a stream was asked for, in milliseconds. */
let asked: number[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  asked = []
  noteContact(true)
})
afterEach(() => {
  stop()
  noteContact(true)
})

/** Follows an Orma where `fetch` does so with the stream. */
function follow(fetch: (signal: AbortSignal) => Promise<Response>) {
  vi.stubGlobal('fetch', (_address: unknown, { signal }: { signal: AbortSignal }) => {
    asked.push(performance.now())
    return fetch(signal)
  })
  const nothing = () => undefined
  stop = followLive({
    event_hash: EVENT_HASH,
    token: undefined,
    lastId: undefined,
    onOpen: nothing,
    onMessage: nothing,
    onHeard: nothing,
    onClose: nothing,
    onRefused: nothing,
  })
}

/** As behind a proxy that passes a response on only once it is whole. */
function heldBack(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

describe('where a proxy holds streams back', () => {
  it('the server, which answers all calls, is not said to be silent', async () => {
    follow(heldBack)
    await vi.advanceTimersByTimeAsync(LIVE_SILENCE_MS + 100)
    expect(isSilent()).toBe(false)
  })

  it('a stream is tried for again after waits that grow', async () => {
    follow(heldBack)
    for (let second = 0; second < 300; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      // A call is answered.
      noteContact(true)
    }
    const waits = asked.slice(1).map((at, before) => at - (asked[before] ?? 0) - LIVE_SILENCE_MS)
    expect(waits.length).toBeGreaterThan(3)
    expect(waits[0]).toBeGreaterThan(500)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  })
})

it('a stream that cannot be asked for means that the server is silent', async () => {
  follow(() => Promise.reject(new TypeError('no network')))
  await vi.advanceTimersByTimeAsync(100)
  expect(isSilent()).toBe(true)
})

it('a stream is tried for after a minute where a proxy asks for an hour', async () => {
  const headers = { 'retry-after': '3600' }
  follow(async () => new Response('Back soon.', { status: 503, headers }))
  await vi.advanceTimersByTimeAsync(61_000)
  expect(asked).toHaveLength(2)
})
