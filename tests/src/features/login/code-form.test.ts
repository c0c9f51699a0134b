import { describe, expect, it } from 'vitest'
import { canSubmitByItself, checkCodeForm } from '../../../../src/features/login/code-form.ts'

const KNOWN = { request_id: 'r', phone: '12025550123', name: true, email: true }
const NEW = { ...KNOWN, name: false, email: false }
const FORM = { code: '1234', name: 'Ada Lovelace', email: 'ada@example.com' }

describe('checkCodeForm', () => {
  it('finds nothing wrong with a whole form', () => {
    expect(checkCodeForm(FORM, NEW)).toBeUndefined()
  })

  it('asks for name and email only where the account lacks them', () => {
    expect(checkCodeForm({ code: '1234', name: '', email: '' }, KNOWN)).toBeUndefined()
    for (const name of [' ', '\u200b']) {
      expect(checkCodeForm({ ...FORM, name }, NEW)).toEqual({
        field: 'name',
        text: 'Please enter your first and last name',
      })
    }
    expect(checkCodeForm({ ...FORM, email: ' ' }, NEW)).toEqual({
      field: 'email',
      text: 'Please enter email',
    })
  })

  // Specification: 5.3
  it.each(['ada', 'ada@example', 'ada@example.c', '@example.com', 'a da@example.com'])(
    'refuses %j as an email',
    (email) => {
      expect(checkCodeForm({ ...FORM, email }, NEW)?.text).toBe('Please enter a valid email')
    },
  )

  // Specification: 5.4
  it('refuses a code that is empty or longer than 4 characters', () => {
    for (const code of ['', '12345']) {
      expect(checkCodeForm({ ...FORM, code }, KNOWN)).toEqual({
        field: 'code',
        text: 'Please enter a valid code',
      })
    }
  })

  // Specification: 5.5
  it('says that the request is corrupted where the address has no phone digits', () => {
    expect(checkCodeForm(FORM, { ...KNOWN, phone: '' })?.text).toBe(
      'The request been corrupted, please try again.!',
    )
  })
})

describe('canSubmitByItself', () => {
  // Specification: 2.31, 4.4, 9.2
  it('waits for exactly 4 digits', () => {
    expect(canSubmitByItself({ ...FORM, code: '123' }, KNOWN)).toBe(false)
    expect(canSubmitByItself({ ...FORM, code: '12a4' }, KNOWN)).toBe(false)
    expect(canSubmitByItself({ code: '1234', name: '', email: '' }, KNOWN)).toBe(true)
  })

  // Specification: 4.4
  it('waits for a name and an email that the account lacks', () => {
    expect(canSubmitByItself({ ...FORM, name: '' }, NEW)).toBe(false)
    expect(canSubmitByItself({ ...FORM, name: '\u200b' }, NEW)).toBe(false)
    expect(canSubmitByItself({ ...FORM, email: '' }, NEW)).toBe(false)
    expect(canSubmitByItself(FORM, NEW)).toBe(true)
  })
})
