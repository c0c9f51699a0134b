import { describe, expect, it } from 'vitest'
import { readTime, timeInName } from '../../contract/taken-time.ts'
import type { TakenTime } from '../../contract/taken-time.ts'
import { captureTime, stateMoment } from '../../contract/capture-time.ts'
import type { StatedTime } from '../../contract/capture-time.ts'

describe('readTime', () => {
  it.each([
    '2026:06:20 15:04:05',
    '2026-06-20T15:04:05',
    '2026/06/20 15:04:05',
    '2026:06:20 15:04:05.123',
    '2026:6:20 15:04:05',
    '  2026:06:20 15:04:05  ',
    '2026:06:20 15:04:05\0',
    '2026:06:20 15:04:05\0\0 rest of a buffer',
  ])('reads %j', (text) => {
    expect(readTime(text)).toEqual({ clock: '2026-06-20T15:04:05' })
  })

  it('reads a time without seconds, and the end of a day', () => {
    expect(readTime('2026:06:20 15:04')).toEqual({ clock: '2026-06-20T15:04:00' })
    expect(readTime('2026:06:20 24:00:00')).toEqual({ clock: '2026-06-21T00:00:00' })
    expect(readTime('2026:06:20 23:59:60')).toEqual({ clock: '2026-06-21T00:00:00' })
  })

  it.each([
    ['Z', 'Z'],
    ['+02:00', '+02:00'],
    ['+2:00', '+02:00'],
    [' -0330', '-03:30'],
    ['+02', '+02:00'],
  ])('reads an offset written as %j, in the text or beside it', (written, offset) => {
    const time = { clock: '2026-06-20T15:04:05', offset }
    expect(readTime(`2026-06-20T15:04:05${written}`)).toEqual(time)
    expect(readTime('2026:06:20 15:04:05', `${written}\0`)).toEqual(time)
  })

  it.each(['+25:00', '2:00', '+02:61', '  ', 'CEST'])('leaves out the offset %j', (offset) => {
    expect(readTime('2026:06:20 15:04:05', offset)).toEqual({ clock: '2026-06-20T15:04:05' })
  })

  it.each([
    '2026:06:20',
    '2026-06-20',
    '2026:06:20   :  :  ',
    '2026:06:20 25:00:00',
    '2026:06:20 24:00:01',
  ])('knows the day alone where the time is missing or senseless: %j', (text) => {
    expect(readTime(text, '+02:00')).toEqual({ clock: '2026-06-20' })
  })

  it.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:02:31 10:00:00',
    '2026:13:01 10:00:00',
    '20260:06:20 10:00:00',
    '2026:06:201 10:00:00',
    '',
    'yesterday',
  ])('leaves out the time %j that cannot have been', (text) => {
    expect(readTime(text)).toBeUndefined()
  })
})

describe('timeInName', () => {
  it.each([
    'WhatsApp Image 2026-06-20 at 15.04.05.jpeg',
    'WhatsApp Bild 2026-06-20 um 15.04.05 (1).jpg',
    'Screenshot_20260620-150405.png',
    'Screenshot_20260620-150405_Chrome.png',
    'Screenshot 2026-06-20 at 15.04.05.png',
    'Screenshot 2026-06-20 at 3.04.05\u202fPM.png',
    'Screenshot 2026-06-20 150405.png',
    'IMG_20260620_150405.jpg',
    'IMG_20260620_150405~2.jpg',
    'signal-2026-06-20-150405.jpg',
    'signal-2026-06-20-15-04-05-123.jpg',
    '20260620_150405.jpg',
    '20260620_150405_001.jpg',
    'photo_2026-06-20_15-04-05.jpg',
  ])('reads day and time of %j', (name) => {
    expect(timeInName(name)).toEqual({ clock: '2026-06-20T15:04:05' })
  })

  it('reads the name of a Pixel phone as UTC', () => {
    const time = { clock: '2026-06-20T13:04:05', offset: 'Z' }
    expect(timeInName('PXL_20260620_130405123.jpg')).toEqual(time)
    expect(timeInName('PXL_20260620_130405123.MP.jpg')).toEqual(time)
  })

  it('reads the day alone of a photo that WhatsApp has stored', () => {
    expect(timeInName('IMG-20260620-WA0001.jpg')).toEqual({ clock: '2026-06-20' })
  })

  it.each([
    '',
    'photo.jpg',
    'IMG_1234.jpg',
    'DSC_20260620.jpg',
    'IMG_20261320_150405.jpg',
    'IMG_20260620_250405.jpg',
    'IMG-20260231-WA0001.jpg',
    '120260620_150405.jpg',
    '20260620_15040512345.jpg',
    'FB_IMG_1718888888888.jpg',
    '2026-06-20 2026-06-21.jpg',
    '9f20260620-1504-0512-aaaa-bbbbbbbbbbbb.jpg',
  ])('reads nothing of %j', (name) => {
    expect(timeInName(name)).toBeUndefined()
  })

  it('takes no longer for a name of any length', () => {
    expect(timeInName(`${'2026-06-20 '.repeat(1_000_000)}at 15.04.05`)).toBeUndefined()
  })
})

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

it.each([
  ['Europe/Berlin', '', '2027-01-10T13:00:00+01:00'],
  ['Asia/Kathmandu', '', '2027-01-10T17:45:00+05:45'],
  ['Mars/Olympus', '2185-01-01T00:00:00-03:30', '2027-01-10T08:30:00-03:30'],
  ['', '', '2027-01-10T12:00:00+00:00'],
])(
  'stateMoment tells a moment by the clock of zone %j, where %j is stated',
  (timezone, original_date, text) => {
    expect(stateMoment(NOW, { timezone, original_date })).toBe(text)
    expect(Date.parse(text)).toBe(NOW)
  },
)
