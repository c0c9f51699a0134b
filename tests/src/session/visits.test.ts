import { afterEach, describe, expect, it, vi } from 'vitest'
import { RECENT_KEY } from '../../../src/device/recent-ormas.ts'
import { sendVisits } from '../../../src/session/visits.ts'

const FIRST = 'a'.repeat(22)
const LAST = 'b'.repeat(22)
const orma = (id: number, event_hash: string) => {
  return {
    id,
    event_hash,
    name: `Orma ${id}`,
    event_date: '2026-06-14',
    event_profile_image_url: null,
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('sendVisits', () => {
  it('tells of each visit once, the latest last, though login and home ask for it at once', async () => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
    const told: string[] = []
    vi.stubGlobal('fetch', async (_address: unknown, { body }: { body: string }) => {
      const { event_hash } = JSON.parse(body) as { event_hash: string }
      told.push(event_hash)
      return Response.json({ success: true })
    })
    stored.set(RECENT_KEY, JSON.stringify([orma(2, LAST), orma(1, FIRST)]))
    expect(await Promise.all([sendVisits('token'), sendVisits('token')])).toEqual([true, true])
    expect(told).toEqual([FIRST, LAST])
    expect(await sendVisits('token')).toBe(false)
  })
})
