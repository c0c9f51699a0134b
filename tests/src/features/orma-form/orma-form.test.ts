import { describe, expect, it, onTestFinished } from 'vitest'
import { texts } from '../../../../contract/texts.ts'
import { draftOf, isChanged, updateForm } from '../../../../src/features/orma-form/edit-form.ts'
import {
  checkEntries,
  isPastMoment,
  newOrmaForm,
} from '../../../../src/features/orma-form/orma-entries.ts'
import type { NewOrma } from '../../../../src/features/orma-form/orma-entries.ts'
import { SPECIFIED } from '../../../../src/features/orma-form/switch-entries.ts'
import { imageError } from '../../../../src/features/orma-form/orma-images.ts'
import { localDay } from '../../../../contract/display-day.ts'
import { makeEvent } from '../../../support/post-shapes.ts'
import { isSameName } from '../../../../src/features/orma-form/delete-orma.tsx'
import { ApiError } from '../../../../src/api/api-error.ts'
import { sendError } from '../../../../src/api/contact.ts'
import { askToSignIn } from '../../../../src/features/orma-form/change-orma.ts'
import { listenForLoginPrompts } from '../../../../src/session/login-prompt.ts'

const ORMA: NewOrma = {
  name: 'Anna & Ben',
  date: '2026-06-21',
  seatingUrl: '',
  endsAt: '',
  ...SPECIFIED,
  images: {},
}

describe('checkEntries', () => {
  it('finds nothing wrong with a name and a date', () => {
    expect(checkEntries(ORMA)).toEqual({})
  })

  it('refuses an end of the uploads that has passed, and takes others', () => {
    const now = Date.UTC(2026, 5, 20, 18)
    const past = isPastMoment('2020-01-01T10:00', now)
    expect(checkEntries(ORMA, { isEndPast: past })).toEqual({ endsAt: texts.create.pastEnd })
    expect(isPastMoment('2027-01-01T10:00', now)).toBe(false)
    expect(isPastMoment('', now)).toBe(false)
  })

  it('asks for what is missing', () => {
    expect(checkEntries({ ...ORMA, name: '  ', date: '' })).toEqual({
      name: 'Please give your Orma a name',
      date: 'Please choose a date',
    })
  })

  it('counts a name as a person does, up to 80 characters', () => {
    expect(checkEntries({ ...ORMA, name: '\u200b' }).name).toBe('Please give your Orma a name')
    expect(checkEntries({ ...ORMA, name: '🎉'.repeat(80) })).toEqual({})
    expect(checkEntries({ ...ORMA, name: '🎉'.repeat(81) })).toHaveProperty('name')
  })

  it('takes an https address alone as a seating link', () => {
    expect(checkEntries({ ...ORMA, seatingUrl: ' https://example.com/seats ' })).toEqual({})
    const refusal = { seatingUrl: 'Please enter an address that starts with https://' }
    for (const seatingUrl of ['http://example.com', 'example.com', 'javascript:alert(1)'])
      expect(checkEntries({ ...ORMA, seatingUrl })).toEqual(refusal)
  })
})

describe('newOrmaForm', () => {
  it('leaves out what is empty', () => {
    expect([...newOrmaForm(ORMA).keys()]).toEqual(['name', 'event_date'])
  })

  it('carries trimmed texts and the images under their names', () => {
    const images = {
      profile_image: new File(['p'], 'p.png', { type: 'image/png' }),
      banner: new File(['b'], 'b.png', { type: 'image/png' }),
    }
    const form = newOrmaForm({ ...ORMA, name: ' A ', seatingUrl: ' https://x.y ', images })
    expect(form.get('name')).toBe('A')
    expect(form.get('seating_url')).toBe('https://x.y')
    expect(form.get('profile_image')).toMatchObject({ name: 'p.png' })
    expect(form.get('banner')).toMatchObject({ name: 'b.png' })
  })
})

describe('whether guests may add videos', () => {
  it('is sent of a new Orma only where they may', () => {
    expect([...newOrmaForm({ ...ORMA, allowVideos: true }).keys()]).toContain('allowVideos')
  })

  it('is sent of another only where it changes', () => {
    const event = makeEvent()
    expect(draftOf(event).allowVideos).toBe(false)
    expect(isChanged(event, { allowVideos: false })).toBe(false)
    expect([...updateForm(event, { allowVideos: true })]).toEqual([['allowVideos', 'true']])
  })

  it.each([
    [180, '3 minutes'],
    [60, '1 minute'],
    [90, '90 seconds'],
  ])('says of %d seconds how long a video may be: %s', (seconds, length) => {
    expect(texts.edit.allowVideosHint(seconds)).toMatch(new RegExp(`^Up to ${length} each\\.`))
  })
})

it('a name that differs only by what nobody sees is no change', () => {
  const event = makeEvent({ name: 'Anna & Ben\u200b' })
  expect(isChanged(event, {})).toBe(false)
  expect(isChanged(event, { name: 'Anna & Ben' })).toBe(false)
  expect(isChanged(event, { name: 'Anna & Bea' })).toBe(true)
})

describe('the moment from which guests add no more photos', () => {
  const EVENT = makeEvent({ endsAt: null, uploadsClosed: false })

  it('is entered on the clock of this device and sent with its offset', () => {
    const moment = new Date(2026, 5, 22, 4, 30)
    const endsAt = '2026-06-22T04:30'
    expect(newOrmaForm({ ...ORMA, endsAt }).get('endsAt')).toBe(moment.toISOString())
    expect(updateForm(EVENT, { endsAt }).get('endsAt')).toBe(moment.toISOString())
    expect(draftOf({ ...EVENT, endsAt: moment.toISOString() }).endsAt).toBe(endsAt)
  })

  it('is sent only where it is another one, and empty for none', () => {
    const ending = { ...EVENT, endsAt: '2026-06-22T02:30:20.000Z', uploadsClosed: true }
    expect(isChanged(ending, { endsAt: draftOf(ending).endsAt })).toBe(false)
    expect([...updateForm(ending, { endsAt: '', uploadsClosed: false })]).toEqual([
      ['endsAt', ''],
      ['uploadsClosed', 'false'],
    ])
  })
})

it('localDay is the day on the local calendar', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

describe('imageError', () => {
  const PNG = '\x89PNG\r\n\x1a\n'
  const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic'
  const file = (head: string, size: number, type = 'image/png') => {
    const bytes = new Uint8Array(size)
    bytes.set(Buffer.from(head, 'latin1'))
    return new File([bytes], 'a.jpg', { type })
  }

  it('refuses what is no image by its bytes, and more than 5 MB', async () => {
    const most = 5 * 1024 * 1024
    expect(await imageError(file('Dear all,', 200, 'image/jpeg'))).toBe(
      'Please select an image file.',
    )
    expect(await imageError(file(PNG, most + 1))).toBe('File size exceeds the limit of 5MB.')
    expect(await imageError(file(PNG, most))).toBeUndefined()
  })

  it('takes HEIC whose type the picker does not tell', async () => {
    expect(await imageError(file(HEIC, 200, ''))).toBeUndefined()
  })
})

describe('the name that is typed to delete an Orma', () => {
  it.each([
    ['Anna & Ben', 'Anna  & Ben', 'two spaces, of which a page shows one'],
    ['Anna & Ben', 'Anna\u00a0& Ben', 'a space that does not break'],
    ["Anna's 40th", 'Anna’s 40th', 'the apostrophe of a phone'],
    ['"Forty"', '“Forty”', 'the quotation marks of a phone'],
    ['Zoe\u0301', 'Zo\u00e9', 'an accent of its own'],
    ['Anna & Ben', '\u2068Anna & Ben\u200b\ufe0f', 'what nobody sees'],
    [' Anna & Ben ', 'Anna & Ben', 'spaces around it'],
  ])('%s is %s: %s', (typed, name) => {
    expect(isSameName(typed, name)).toBe(true)
  })

  it('is no other one', () => {
    for (const typed of ['', 'Anna', 'anna & ben', 'Anna&Ben'])
      expect(isSameName(typed, 'Anna & Ben')).toBe(false)
  })
})

const REFUSAL = new ApiError(401, texts.server.forbidden, { code: 'unauthorized' })
const OF_PROXY = new ApiError(401, texts.call.unexpectedAnswer, { code: 'unexpected_answer' })

it('a refusal is said in our server’s words, a proxy’s is not', () => {
  let prompts = 0
  onTestFinished(listenForLoginPrompts(() => (prompts += 1)))
  askToSignIn(OF_PROXY)
  expect(prompts).toBe(0)
  expect(sendError(OF_PROXY, texts.edit.failed)).toBe(texts.edit.failed)
  askToSignIn(REFUSAL)
  expect(prompts).toBe(1)
  expect(sendError(REFUSAL, texts.edit.failed)).toBe(texts.server.forbidden)
})
