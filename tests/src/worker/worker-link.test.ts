import { beforeEach, describe, expect, it, vi } from 'vitest'
import { activeRegistration, filesAtHand } from '../../../src/worker/worker-link.ts'

const ACTIVE = { active: {}, installing: null, waiting: null }
const CONTROLLER = { scriptURL: 'https://orma.example/sw.js' }

/** What the browser has of the worker; it is looking for a release, so that a registration waits. */
const container = {
  addEventListener: () => undefined,
  register: () => new Promise(() => undefined),
  controller: null as object | null,
  ready: undefined as unknown,
}

beforeEach(() => {
  vi.stubEnv('DEV', false)
  vi.stubGlobal('document', { querySelector: () => null, readyState: 'complete' })
  vi.stubGlobal('location', { href: 'https://orma.example/' })
  vi.stubGlobal('navigator', { serviceWorker: container })
})

describe('while the browser looks for a release, which a registration has to wait for', () => {
  it('a page under the worker has its late parts and the worker at once', async () => {
    container.controller = CONTROLLER
    container.ready = Promise.resolve(ACTIVE)
    await filesAtHand()
    expect(await activeRegistration()).toBe(ACTIVE)
  })

  it('a page without a worker has its late parts a minute later', async () => {
    vi.useFakeTimers()
    container.controller = null
    container.ready = new Promise(() => undefined)
    const come = vi.fn<() => void>()
    void filesAtHand().then(come)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(come).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(come).toHaveBeenCalled()
    const registration = activeRegistration()
    await vi.advanceTimersByTimeAsync(0)
    expect(await registration).toBeUndefined()
  })
})
