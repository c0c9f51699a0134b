import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as field from '../../contract/fields.ts'
import { canUpload, isEmail, phoneDigits } from '../../contract/rules.ts'
import { canonicalPhone } from '../../contract/phone-number.ts'
import { visibleText } from '../../contract/visible-text.ts'

const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success

// Specification: 5.1, 9.3
it('phoneDigits takes 1 to 15 digits, with or without a plus sign, and nothing else', () => {
  expect(['+15551234567', '15551234567', ' 1 ', '00123456789012345'].map(phoneDigits)).toEqual([
    '15551234567',
    '15551234567',
    '1',
    '123456789012345',
  ])
  for (const wrong of ['', '+', '++1', '00', '1234567890123456', '12a', '1-2', '１２'])
    expect(phoneDigits(wrong)).toBeUndefined()
})

// Specification: 5.3
it('isEmail wants text, an at sign, and a domain with a dot and a suffix', () => {
  for (const right of ['a@b.co', 'anna.berg+x@mail.example.com']) expect(isEmail(right)).toBe(true)
  for (const wrong of ['a', 'a@b', 'a@b.c', '@b.co', 'a b@c.de', 'a@b.c1'])
    expect(isEmail(wrong)).toBe(false)
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

it('optionalMoment takes a moment with its offset, in years of four digits', () => {
  const moments = ['2026-06-20T18:00:00+02:00', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '']
  for (const right of moments) expect(accepts(field.optionalMoment, right)).toBe(true)
  for (const wrong of ['9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00+05:00', 'soon'])
    expect(accepts(field.optionalMoment, wrong)).toBe(false)
})

it('email is trimmed, and refused with a character that PostgreSQL cannot store', () => {
  expect(v.parse(field.email, ' anna@example.com ')).toBe('anna@example.com')
  expect(accepts(field.email, 'an\0na@example.com')).toBe(false)
})

it('originalDate takes a moment with its offset, on a day that there is', () => {
  for (const right of ['2026-06-20T21:04:05.000+02:00', '2024-02-29T00:00:00Z'])
    expect(v.parse(field.originalDate, right)).toBe(right)
  const odd = ['+058879-06-19T11:33:20.000+02:00', '58879-06-19T11:33:20.000+02:00']
  for (const wrong of ['2026-02-31T10:00:00Z', '2026-06-20T21:04:05', 'today', '', ...odd])
    expect(v.parse(field.originalDate, wrong)).toBe('')
  // As the hours of an Orma are named.
  const spaced = v.parse(field.originalDate, '2026-06-20 18:30:00+02:00')
  expect(spaced).toBe('2026-06-20T18:30:00+02:00')
})

it('seatingUrl takes an https address or nothing, never a script', () => {
  for (const right of ['', 'https://seats.example/a?b=c']) {
    expect(accepts(field.seatingUrl, right)).toBe(true)
  }
  for (const wrong of ['javascript:alert(1)', 'http://seats.example', 'https://', 'seats.example'])
    expect([wrong, accepts(field.seatingUrl, wrong)]).toEqual([wrong, false])
})

it('commentContent has 1 to 200 characters as people count them, after trimming', () => {
  expect(v.parse(field.commentContent, '  hi  ')).toBe('hi')
  expect(accepts(field.commentContent, '😀'.repeat(200))).toBe(true)
  expect(accepts(field.commentContent, '😀'.repeat(201))).toBe(false)
  for (const wrong of ['', '   ', '\u200b', 'a\u0000b', 'half \ud83d', 'x'.repeat(201)])
    expect(accepts(field.commentContent, wrong)).toBe(false)
})

describe('canonicalPhone', () => {
  it.each([
    ['4915123456789', ['4915123456789', '49015123456789']],
    ['393471234567', ['393471234567']],
    ['390612345678', ['390612345678']],
    ['525512345678', ['525512345678', '5215512345678', '52015512345678', '520445512345678']],
    ['5491112345678', ['5491112345678', '54111512345678', '540111512345678']],
    ['5493511234567', ['5493511234567', '54351151234567', '540351151234567']],
    ['5511987654321', ['5511987654321', '55011987654321']],
  ])('writes +%s in one way', (phone, written) => {
    expect(new Set(written.map(canonicalPhone))).toEqual(new Set([phone]))
  })

  it('guesses no digit that is not there, as the ninth of Brazil', () => {
    for (const phone of ['551187654321', '541112345678']) expect(canonicalPhone(phone)).toBe(phone)
  })

  it('knows none that is too short or too long for its country', () => {
    for (const phone of ['1555', '155500011112', '52115512345678', '999155500011', '0', '1'])
      expect([phone, canonicalPhone(phone)]).toEqual([phone, undefined])
  })
})

describe('visibleText', () => {
  it.each([
    ['spaces, also of other scripts', ' \t\n\u00a0\u1680\u2003\u202f\u3000'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['fillers', '\u115f\u1160\u3164\uffa0'],
    ['a soft hyphen and a grapheme joiner', '\u00ad\u034f'],
    ['variation selectors', '\ufe0e\ufe0f\u{e0100}\u180b'],
    ['turns of the direction', '\u061c\u200e\u200f\u202a\u202e\u202c\u2066\u2069'],
    ['tags', '\u{e0001}\u{e0067}\u{e007f}'],
    ['control characters', '\u0000\u001b\u0085'],
    ['blanks that are symbols or letters', '\u2800\u{1d159}\u{13441}'],
    ['marks of annotations and objects', '\ufff9\ufffa\ufffb\ufffc'],
  ])('of %s is nothing', (_what, text) => {
    for (const sign of text) expect([sign, visibleText(sign)]).toEqual([sign, ''])
    expect(visibleText(`${text} ${text}`)).toBe('')
  })

  it('leaves out at either end what nobody sees', () => {
    expect(visibleText('  Anna Berg ')).toBe('Anna Berg')
    expect(visibleText('\u2068\u200bAnna\u200b \u3164Berg\u2069\ufeff')).toBe(
      'Anna\u200b \u3164Berg',
    )
  })

  it.each([
    ['a Persian word', 'می\u200cخواهم'],
    ['a letter that is joined at the end', 'ه\u200d'],
    ['a Malayalam word with an old chillu', 'അവന\u0d4d\u200d'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a heart in colour', '\u2764\ufe0f'],
    ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a letter in a variant', '葛\u{e0100}'],
    ['an accent on its own', '\u0301'],
    ['half an emoji', '\ud83d'],
  ])('keeps what makes %s', (_what, text) => {
    expect(visibleText(text)).toBe(text)
    expect(visibleText(`${text}\u200b \u200d`)).toBe(text)
  })

  it('reads a long run of what nobody sees in one pass', () => {
    const run = '\u200b\ufe0f'.repeat(30_000)
    expect(visibleText(`a${run}b${run}`)).toBe(`a${run}b`)
  })
})
