import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Check, Overview } from '../../../../contract/admin.ts'
import { admin } from '../../../../contract/texts/admin-texts.ts'
import { queueText, SiteHealth } from '../../../../src/features/admin/site-state.tsx'

const OVERVIEW: Overview = {
  version: '1.0.0',
  startedAt: '2026-06-20T11:00:00.000Z',
  events: 1,
  people: 2,
  guests: 12,
  posts: 3,
  storageBytes: 4_000_000,
  disk: null,
  queues: [],
  sms: { sent: 0, dailyBudget: 10, blocked: 0, failed: 0 },
  lastBackupAt: null,
  alerts: [],
  checks: [],
}

const shown = (part: typeof SiteHealth, more: Partial<Overview> = {}) =>
  renderToStaticMarkup(createElement(part, { overview: { ...OVERVIEW, ...more } })).replaceAll(
    /<[^>]*>/g,
    ' ',
  )
const check = (what: string, isGood: boolean): Check => ({ what, isGood, text: 'As seen.' })

describe('what is said of a site', () => {
  it('is that all is well where nothing is wrong', () => {
    expect(shown(SiteHealth, { checks: [check('Clock', true)] })).toContain(admin.allWell)
  })

  it('is what is to see to, once a check finds something', () => {
    const said = shown(SiteHealth, { checks: [check('Clock', true), check('Proxy', false)] })
    expect(said).not.toContain(admin.allWell)
    expect(said.indexOf('Proxy')).toBeLessThan(said.indexOf(admin.checked))
    expect(said.indexOf('Clock')).toBeGreaterThan(said.indexOf(admin.checked))
  })

  it('names of each queue what it has', () => {
    const none = { waiting: 0, running: 0, failing: 0, givenUp: null }
    expect(queueText({ ...none, queue: 'photo', waiting: 3, running: 1 })).toBe(
      'Photos: 3 waiting, 1 in work',
    )
    expect(queueText({ ...none, queue: 'new', failing: 1, givenUp: 2 })).toBe(
      'new: 1 tried again, 2 given up since the start',
    )
  })
})
