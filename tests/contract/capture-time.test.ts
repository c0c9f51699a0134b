import { describe, expect, it } from 'vitest'
import { captureTime, stateMoment } from '../../contract/capture-time.ts'
import type { StatedTime } from '../../contract/capture-time.ts'
import type { TakenTime } from '../../contract/taken-time.ts'

const stated = { original_date: '2026-06-21T09:30:00-07:00', timezone: 'Europe/Berlin' }
const NOW = Date.parse('2027-01-10T12:00:00Z')

const capture = (times: readonly TakenTime[], more: Partial<StatedTime> = {}) =>
  captureTime({ times }, { ...stated, ...more }, NOW)

describe('captureTime', () => {
  it("takes the camera's wall clock with the camera's own offset", () => {
    expect(capture([{ clock: '2026-06-20T15:04:05', offset: '+05:45' }])).toBe(
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
    (clock, timezone, offset) => {
      expect(capture([{ clock }], { timezone })).toBe(`${clock}${offset}`)
    },
  )

  it('keeps the wall clock of an hour that was skipped or came twice', () => {
    expect(capture([{ clock: '2026-03-29T02:30:00' }])).toMatch(/^2026-03-29T02:30:00\+0[12]:00$/)
    expect(capture([{ clock: '2026-10-25T02:30:00' }])).toMatch(/^2026-10-25T02:30:00\+0[12]:00$/)
  })

  it('tells a time in UTC by the clock of the phone’s zone', () => {
    expect(capture([{ clock: '2026-06-20T23:04:05', offset: 'Z' }])).toBe(
      '2026-06-21T01:04:05+02:00',
    )
    const unknown = { original_date: '', timezone: '' }
    expect(capture([{ clock: '2026-06-20T23:04:05', offset: 'Z' }], unknown)).toBe(
      '2026-06-20T23:04:05+00:00',
    )
  })

  it('falls back to the offset that was stated when nobody knows the zone', () => {
    const times = [{ clock: '2026-06-20T15:04:05' }]
    expect(capture(times, { timezone: 'Mars/Olympus' })).toBe('2026-06-20T15:04:05-07:00')
    const utc = { original_date: '2026-06-21T09:30:00Z', timezone: '' }
    expect(capture(times, utc)).toBe('2026-06-20T15:04:05+00:00')
  })

  it('takes the name before what was stated, and EXIF data before both', () => {
    const filename = 'IMG_20260620_150405.jpg'
    expect(capture([], { filename })).toBe('2026-06-20T15:04:05+02:00')
    expect(capture([{ clock: '2026-06-19T10:00:00' }], { filename })).toBe(
      '2026-06-19T10:00:00+02:00',
    )
    expect(capture([], { filename: 'photo.jpg' })).toBe(stated.original_date)
    expect(capture([])).toBe(stated.original_date)
  })

  it('keeps a stated time of the day in a name, else takes its noon', () => {
    const filename = 'IMG-20260621-WA0001.jpg'
    expect(capture([], { filename })).toBe(stated.original_date)
    const later = '2026-07-01T10:00:00+02:00'
    expect(capture([], { filename, original_date: later })).toBe('2026-06-21T12:00:00+02:00')
    expect(capture([], { filename, original_date: '' })).toBe('2026-06-21T12:00:00+02:00')
  })

  it('takes the hour of a lone day from the next that says one', () => {
    const times = [
      { clock: '2026-06-20' },
      { clock: '2026-06-22T10:00:00' },
      { clock: '2026-06-20T15:04:05' },
    ]
    expect(capture(times)).toBe('2026-06-20T15:04:05+02:00')
  })

  it.each([
    '1601-01-01T00:09:21.000+00:00',
    '1970-01-01T01:00:00.000+01:00',
    '1989-12-31T23:59:59Z',
    '2027-01-11T12:00:01Z',
    '2185-07-22T00:00:00Z',
    '+058879-06-19T11:33:20.000+02:00',
    '58879-06-19T11:33:20.000+02:00',
    'Invalid Date',
    '',
  ])('knows nothing where %j alone is stated', (original_date) => {
    expect(capture([], { original_date })).toBeUndefined()
  })

  it('takes the next where one cannot have been, a day ahead at most', () => {
    const filename = 'IMG_21850620_150405.jpg'
    const times = [{ clock: '1980-01-01T00:00:00' }, { clock: '2031-01-01' }]
    expect(capture(times, { filename })).toBe(stated.original_date)
    const ahead = '2027-01-11T12:00:00Z'
    expect(capture(times, { original_date: ahead })).toBe(ahead)
  })
})

describe('stateMoment', () => {
  it.each([
    ['Europe/Berlin', '', '2027-01-10T13:00:00+01:00'],
    ['Asia/Kathmandu', '', '2027-01-10T17:45:00+05:45'],
    ['Mars/Olympus', '2185-01-01T00:00:00-03:30', '2027-01-10T08:30:00-03:30'],
    ['', '', '2027-01-10T12:00:00+00:00'],
  ])(
    'tells a moment by the clock of zone %j, where %j is stated',
    (timezone, original_date, text) => {
      expect(stateMoment(NOW, { timezone, original_date })).toBe(text)
      expect(Date.parse(text)).toBe(NOW)
    },
  )
})
