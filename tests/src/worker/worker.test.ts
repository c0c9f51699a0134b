import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListStorage } from '../../../src/device/recent-ormas.ts'
import { countVisit, isInstallMoment, noteDeclined } from '../../../src/worker/installable-app.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { activeRegistration, filesAtHand } from '../../../src/worker/worker-link.ts'

describe('isInstallMoment', () => {
  const NOW = Date.UTC(2026, 5, 20)
  const DAY_MS = 24 * 60 * 60_000
  let device: ListStorage
  beforeEach(() => {
    device = memoryStorage()
  })

  it('is the second visit, however often pages are opened in one tab', () => {
    const tab = memoryStorage()
    countVisit(device, tab)
    countVisit(device, tab)
    expect(isInstallMoment(device, false, NOW)).toBe(false)
    countVisit(device, memoryStorage())
    expect(isInstallMoment(device, false, NOW)).toBe(true)
  })

  it('is the first visit of who has given a photo', () => {
    countVisit(device, memoryStorage())
    expect(isInstallMoment(device, true, NOW)).toBe(true)
  })

  it('is not within 30 days of a no, whatever happens', () => {
    noteDeclined(device, NOW)
    expect(isInstallMoment(device, true, NOW + 29 * DAY_MS)).toBe(false)
    expect(isInstallMoment(device, true, NOW + 30 * DAY_MS)).toBe(true)
  })

  it('comes back when the clock was set back by years', () => {
    noteDeclined(device, NOW)
    expect(isInstallMoment(device, true, NOW - 365 * DAY_MS)).toBe(true)
  })
})

describe('while the browser looks for a release, which a registration has to wait for', () => {
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
