import { describe, expect, it, vi } from 'vitest'
import { texts } from '../../../../contract/texts.ts'
import {
  checkChanges,
  draftOf,
  isChanged,
  readChanges,
  storeChanges,
  updateForm,
} from '../../../../src/features/orma-form/edit-form.ts'
import { newOrmaForm } from '../../../../src/features/orma-form/orma-entries.ts'
import type { NewOrma } from '../../../../src/features/orma-form/orma-entries.ts'
import {
  checkSwitches,
  SPECIFIED,
  wayInOf,
  WAYS_IN,
} from '../../../../src/features/orma-form/switch-entries.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { makeEvent } from '../../../support/post-shapes.ts'

const ORMA: NewOrma = {
  name: 'Anna & Ben',
  date: '2026-06-21',
  seatingUrl: '',
  endsAt: '',
  ...SPECIFIED,
  images: {},
}

describe('what an organiser decides for guests', () => {
  const sent = (form: FormData) => Object.fromEntries(form)

  it('is of a new Orma one of two ways in, or each switch by itself', () => {
    expect(wayInOf(SPECIFIED)).toBe('verified')
    expect(wayInOf({ ...SPECIFIED, ...WAYS_IN.easy })).toBe('easy')
    expect(wayInOf({ ...SPECIFIED, ...WAYS_IN.easy, photosPerChoice: 30 })).toBeUndefined()
    expect(wayInOf({ ...SPECIFIED, guestsSee: 'own' })).toBe('verified')
  })

  it('is sent of a new Orma only where it is not as specified', () => {
    const {
      name: _name,
      event_date: _date,
      ...easy
    } = sent(
      newOrmaForm({
        ...ORMA,
        ...WAYS_IN.easy,
        reveal: 'later',
        guestsSee: 'own',
        showCounts: true,
        pin: ' käse ',
      }),
    )
    expect(easy).toEqual({
      guestSignIn: 'name',
      photosPerChoice: '100',
      allowVideos: 'true',
      revealAt: 'later',
      guestsSee: 'own',
      showCounts: 'true',
      pin: 'käse',
    })
    expect(sent(newOrmaForm({ ...ORMA, pin: ' ', reveal: 'now' }))).not.toHaveProperty('pin')
  })

  it('is sent of another only where it changes', () => {
    const event = makeEvent({ guestSignIn: 'name', photosPerChoice: 30, revealAt: 'later' })
    expect(isChanged(event, { guestSignIn: 'name', photosPerChoice: 30, reveal: 'later' })).toBe(
      false,
    )
    expect(sent(updateForm(event, { reveal: 'now', photosPerChoice: 4 }))).toEqual({
      revealAt: '',
      photosPerChoice: '4',
    })
    expect(sent(updateForm(makeEvent({ showCounts: true }), { showCounts: false }))).toEqual({
      showCounts: 'false',
    })
    const revealAt = '2099-06-22T04:30'
    const moment = new Date(2099, 5, 22, 4, 30).toISOString()
    expect(sent(updateForm(event, { reveal: 'at', revealAt }))).toEqual({ revealAt: moment })
    expect(draftOf(makeEvent({ revealAt: moment }))).toMatchObject({ reveal: 'at', revealAt })
  })

  it('says whether guests are offered to share, which is sent where it changes', () => {
    expect(sent(newOrmaForm({ ...ORMA, mayShare: false }))).toMatchObject({ mayShare: 'false' })
    const event = makeEvent({ mayShare: false })
    expect(sent(updateForm(event, { mayShare: true }))).toEqual({ mayShare: 'true' })
    expect(isChanged(event, { mayShare: false })).toBe(false)
  })

  it('has a moment that is to come, and may keep one that has passed', () => {
    const now = Date.UTC(2026, 5, 20)
    const at = { ...SPECIFIED, reveal: 'at' as const }
    const check = (revealAt: string, before = SPECIFIED) =>
      checkSwitches({ ...at, revealAt }, { before, nowMs: now, needsPin: false })
    expect(check('')).toEqual({ revealAt: 'Please choose a date and a time' })
    expect(check('2020-01-01T10:00')).toEqual({ revealAt: texts.create.pastEnd })
    expect(check('2020-01-01T10:00', { ...at, revealAt: '2020-01-01T10:00' })).toEqual({})
    expect(check('2099-01-01T10:00')).toEqual({})
  })
})

describe('the word at the door', () => {
  const WITH_PIN = makeEvent({ hasPin: true })
  const sent = (...of: Parameters<typeof updateForm>) => Object.fromEntries(updateForm(...of))

  it('is sent where it is set, changed or removed, and only then', () => {
    expect(sent(makeEvent(), { pin: '' })).toEqual({})
    expect(sent(makeEvent(), { pin: 'käse' })).toEqual({ pin: 'käse' })
    expect(sent(WITH_PIN, {})).toEqual({})
    expect(sent(WITH_PIN, { pin: undefined, keepDevices: undefined })).toEqual({})
    expect(sent(WITH_PIN, { pin: '' })).toEqual({ pin: '' })
    expect(sent(WITH_PIN, { pin: 'brot', keepDevices: true })).toEqual({
      pin: 'brot',
      keepDevices: 'true',
    })
  })

  it.each([
    ['', true],
    ['abc', false],
    ['abcd', true],
    ['🧀🧀🧀🧀', true],
    ['twelve chars', true],
    ['thirteen char', false],
  ])('"%s" is taken: %s', (pin, isTaken) => {
    const wrong = checkSwitches({ ...SPECIFIED, pin }, { nowMs: 0, needsPin: false })
    expect(wrong).toEqual(isTaken ? {} : { pin: texts.switches.invalidPin })
  })

  it('is asked for where it is being changed', () => {
    const changing = { pin: '', keepDevices: false }
    expect(checkChanges(WITH_PIN, changing, '2026-06-20')).toHaveProperty('pin')
    expect(checkChanges(WITH_PIN, { pin: '' }, '2026-06-20')).not.toHaveProperty('pin')
  })

  it('is in no stored draft', () => {
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('sessionStorage', memoryStorage())
    storeChanges('of-one', { guestsSee: 'own', pin: 'käse', keepDevices: true })
    expect(readChanges('of-one')).toEqual({ guestsSee: 'own' })
  })
})
