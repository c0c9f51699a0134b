import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as field from '../../contract/fields.ts'
import { canUpload, isEmail, phoneDigits } from '../../contract/rules.ts'

const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success

describe('phoneDigits', () => {
  // Specification: 5.1, 9.3
  it('takes 1 to 15 digits, with or without a leading plus sign, and nothing else', () => {
    expect(['+15551234567', '15551234567', ' 1 ', '00123456789012345'].map(phoneDigits)).toEqual([
      '15551234567',
      '15551234567',
      '1',
      '123456789012345',
    ])
    for (const wrong of ['', '+', '++1', '00', '1234567890123456', '12a', '1-2', '１２'])
      expect(phoneDigits(wrong)).toBeUndefined()
  })
})

describe('isEmail', () => {
  // Specification: 5.3
  it('wants text, an at sign, and a domain with a dot and a suffix', () => {
    for (const right of ['a@b.co', 'anna.berg+x@mail.example.com'])
      expect(isEmail(right)).toBe(true)
    for (const wrong of ['a', 'a@b', 'a@b.c', '@b.co', 'a b@c.de', 'a@b.c1'])
      expect(isEmail(wrong)).toBe(false)
  })
})

describe('canUpload', () => {
  const event = {
    event_original_date: '2026-06-20 00:00:00.000',
    userId: 1,
    uploadsOpen: true,
    uploadsOpenUntil: null,
  }
  const start = Date.UTC(2026, 5, 20)
  const hours = (count: number) => start + count * 3_600_000

  // Specification: 9.11
  it('is open to guests under 1500 hours since the date, and to the owner always', () => {
    expect(canUpload(event, undefined, hours(-5000))).toBe(true)
    expect(canUpload(event, 2, hours(1500) - 1)).toBe(true)
    expect(canUpload(event, 2, hours(1500))).toBe(false)
    expect(canUpload(event, 1, hours(99_999))).toBe(true)
  })

  it('is over for guests alone once it is closed, or its moment has come', () => {
    const closed = { ...event, uploadsOpen: false }
    expect([undefined, 2, 1].map((id) => canUpload(closed, id, start))).toEqual([
      false,
      false,
      true,
    ])
    const ending = { ...event, uploadsOpenUntil: '2026-06-20T04:00:00.000Z' }
    expect(canUpload(ending, 2, hours(4) - 1)).toBe(true)
    expect(canUpload(ending, 2, hours(4))).toBe(false)
    expect(canUpload(ending, 1, hours(4))).toBe(true)
    const late = { ...event, uploadsOpenUntil: '2030-01-01T00:00:00.000Z' }
    expect(canUpload(late, 2, hours(1500))).toBe(false)
  })
})

describe('eventDate', () => {
  it('reads a day or a moment and writes it as it is kept', () => {
    expect(v.parse(field.eventDate, '2026-06-20')).toBe('2026-06-20 00:00:00.000')
    expect(v.parse(field.eventDate, '2026-06-20T18:30')).toBe('2026-06-20 18:30:00.000')
    expect(v.parse(field.eventDate, '2026-06-20 18:30:05.120')).toBe('2026-06-20 18:30:05.120')
  })

  it('refuses a day that no calendar has', () => {
    for (const wrong of ['2026-02-31', '2026-13-01', '20-06-2026', 'today', '', '2026-06-20T25:00'])
      expect([wrong, accepts(field.eventDate, wrong)]).toEqual([wrong, false])
  })
})

describe('optionalMoment', () => {
  it('takes a moment with its offset, in years of four digits', () => {
    const moments = [
      '2026-06-20T18:00:00+02:00',
      '9999-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
      '',
    ]
    for (const right of moments) expect(accepts(field.optionalMoment, right)).toBe(true)
    for (const wrong of ['9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00+05:00', 'soon'])
      expect(accepts(field.optionalMoment, wrong)).toBe(false)
  })
})

describe('email', () => {
  it('is trimmed, and refused with a character that PostgreSQL cannot store', () => {
    expect(v.parse(field.email, ' anna@example.com ')).toBe('anna@example.com')
    expect(accepts(field.email, 'an\0na@example.com')).toBe(false)
  })
})

describe('originalDate', () => {
  it('takes a moment with its offset, on a day that there is', () => {
    for (const right of ['2026-06-20T21:04:05.000+02:00', '2024-02-29T00:00:00Z'])
      expect(v.parse(field.originalDate, right)).toBe(right)
    const odd = ['+058879-06-19T11:33:20.000+02:00', '58879-06-19T11:33:20.000+02:00']
    for (const wrong of ['2026-02-31T10:00:00Z', '2026-06-20T21:04:05', 'today', '', ...odd])
      expect(v.parse(field.originalDate, wrong)).toBe('')
  })
})

describe('originalDate with a space', () => {
  it('becomes a date with a T, as the hours of an Orma are named', () => {
    const date = v.parse(field.originalDate, '2026-06-20 18:30:00+02:00')
    expect(date).toBe('2026-06-20T18:30:00+02:00')
  })
})

describe('seatingUrl', () => {
  it('takes an https address or nothing, never a script', () => {
    for (const right of ['', 'https://seats.example/a?b=c']) {
      expect(accepts(field.seatingUrl, right)).toBe(true)
    }
    for (const wrong of [
      'javascript:alert(1)',
      'http://seats.example',
      'https://',
      'seats.example',
    ])
      expect([wrong, accepts(field.seatingUrl, wrong)]).toEqual([wrong, false])
  })
})

describe('commentContent', () => {
  it('has 1 to 200 characters as people count them, after trimming', () => {
    expect(v.parse(field.commentContent, '  hi  ')).toBe('hi')
    expect(accepts(field.commentContent, '😀'.repeat(200))).toBe(true)
    expect(accepts(field.commentContent, '😀'.repeat(201))).toBe(false)
    for (const wrong of ['', '   ', '\u200b', 'a\u0000b', 'half \ud83d', 'x'.repeat(201)])
      expect(accepts(field.commentContent, wrong)).toBe(false)
  })
})
