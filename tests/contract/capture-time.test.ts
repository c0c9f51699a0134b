import { describe, expect, it } from 'vitest'
import { captureTime } from '../../contract/capture-time.ts'

const stated = { original_date: '2026-06-21T09:30:00-07:00', timezone: 'Europe/Berlin' }

describe('captureTime', () => {
  it("takes the camera's wall clock with the camera's own offset", () => {
    expect(captureTime({ takenAt: '2026-06-20T15:04:05', offset: '+05:45' }, stated)).toBe(
      '2026-06-20T15:04:05+05:45',
    )
  })

  it.each([
    ['2026-01-20T15:04:05', 'Europe/Berlin', '+01:00'],
    ['2026-06-20T15:04:05', 'Europe/Berlin', '+02:00'],
    ['2026-03-29T01:59:59', 'Europe/Berlin', '+01:00'],
    ['2026-03-29T03:00:00', 'Europe/Berlin', '+02:00'],
    ['2026-10-25T01:59:59', 'Europe/Berlin', '+02:00'],
    ['2026-10-25T03:00:00', 'Europe/Berlin', '+01:00'],
    ['2026-03-08T01:59:59', 'America/New_York', '-05:00'],
    ['2026-03-08T03:00:00', 'America/New_York', '-04:00'],
    ['2026-12-31T23:59:59', 'Pacific/Auckland', '+13:00'],
    ['2026-06-20T15:04:05', 'Asia/Kathmandu', '+05:45'],
    ['2026-06-20T15:04:05', 'UTC', '+00:00'],
  ])(
    'takes a camera clock without offset, %s, in the zone %s of the phone',
    (takenAt, timezone, offset) => {
      expect(captureTime({ takenAt }, { ...stated, timezone })).toBe(`${takenAt}${offset}`)
    },
  )

  it('keeps the wall clock of an hour that was skipped or came twice', () => {
    expect(captureTime({ takenAt: '2026-03-29T02:30:00' }, stated)).toMatch(
      /^2026-03-29T02:30:00\+0[12]:00$/,
    )
    expect(captureTime({ takenAt: '2026-10-25T02:30:00' }, stated)).toMatch(
      /^2026-10-25T02:30:00\+0[12]:00$/,
    )
  })

  it('falls back to the offset that was stated when nobody knows the zone', () => {
    const unknown = { ...stated, timezone: 'Mars/Olympus' }
    expect(captureTime({ takenAt: '2026-06-20T15:04:05' }, unknown)).toBe(
      '2026-06-20T15:04:05-07:00',
    )
    const utc = { original_date: '2026-06-21T09:30:00Z', timezone: '' }
    expect(captureTime({ takenAt: '2026-06-20T15:04:05' }, utc)).toBe('2026-06-20T15:04:05+00:00')
  })

  it('takes what the upload stated for a photo without time', () => {
    expect(captureTime({}, stated)).toBe(stated.original_date)
    expect(captureTime({ offset: '+02:00', orientation: 6 }, stated)).toBe(stated.original_date)
  })
})
