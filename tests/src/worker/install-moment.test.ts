import { beforeEach, describe, expect, it } from 'vitest'
import type { ListStorage } from '../../../src/device/recent-ormas.ts'
import { countVisit, isInstallMoment, noteDeclined } from '../../../src/worker/install-moment.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const NOW = Date.UTC(2026, 5, 20)
const DAY_MS = 24 * 60 * 60_000

let device: ListStorage
beforeEach(() => {
  device = memoryStorage()
})

describe('isInstallMoment', () => {
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
