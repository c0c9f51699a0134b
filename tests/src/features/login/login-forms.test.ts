import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { canSubmitByItself, checkCodeForm } from '../../../../src/features/login/code-form.ts'
import {
  afterSend,
  keyFor,
  newCodeSend,
  secondsLeft,
} from '../../../../src/features/login/code-sends.ts'
import type { CodeSends } from '../../../../src/features/login/code-sends.ts'
import { formatLoginOption, parseLoginOption } from '../../../../src/features/login/login-option.ts'

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
      const text = 'Please enter your first and last name'
      expect(checkCodeForm({ ...FORM, name }, NEW)).toEqual({ field: 'name', text })
    }
    const missing = { field: 'email', text: 'Please enter email' }
    expect(checkCodeForm({ ...FORM, email: ' ' }, NEW)).toEqual(missing)
  })

  // Specification: 5.3
  it('refuses what is no email', () => {
    const refusal = { field: 'email', text: 'Please enter a valid email' }
    expect(checkCodeForm({ ...FORM, email: 'ada@example' }, NEW)).toEqual(refusal)
  })

  // Specification: 5.4
  it('refuses a code that is empty or longer than 4 characters', () => {
    for (const code of ['', '12345']) {
      const refusal = { field: 'code', text: 'Please enter a valid code' }
      expect(checkCodeForm({ ...FORM, code }, KNOWN)).toEqual(refusal)
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

const NOW = 1_000_000
const option = (phone: string) => ({ phone, request_id: `r${phone}`, name: true, email: true })

describe('afterSend', () => {
  // Specification: 2.34
  it('waits 30, 60, 120 and 240 seconds, and no longer after that', () => {
    let sends: CodeSends | undefined
    const waits = [1, 2, 3, 4, 5].map(() => {
      sends = afterSend(sends, option('1'), NOW)
      return secondsLeft(sends, '1', NOW)
    })
    expect(waits).toEqual([30, 60, 120, 240, 240])
  })

  it('begins anew with another number', () => {
    const sends = afterSend(afterSend(undefined, option('1'), NOW), option('2'), NOW)
    expect(secondsLeft(sends, '2', NOW)).toBe(30)
  })
})

it('secondsLeft counts down to nothing, and knows no wait for a number without code', () => {
  const sends = afterSend(undefined, option('1'), NOW)
  expect(secondsLeft(sends, '1', NOW + 29_001)).toBe(1)
  expect(secondsLeft(sends, '1', NOW + 30_000)).toBe(0)
  expect(secondsLeft(sends, '1', NOW + 99_000)).toBe(0)
  expect(secondsLeft(sends, '2', NOW)).toBe(0)
  expect(secondsLeft(undefined, '1', NOW)).toBe(0)
})

it('newCodeSend leads back to the code on its way, until another may be sent', () => {
  const sends = afterSend(undefined, option('1'), NOW)
  expect(newCodeSend(sends, '1', NOW + 29_000)?.request_id).toBe('r1')
  expect(newCodeSend(sends, '1', NOW + 30_000)).toBeUndefined()
  expect(newCodeSend(sends, '2', NOW)).toBeUndefined()
  expect(newCodeSend({ phone: '1', count: 1, next_at: NOW + 9000 }, '1', NOW)).toBeUndefined()
})

it('keyFor keeps a code’s key for its life, and a sign-in’s from try to try', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ask = () => [keyFor('12025550123'), keyFor('r', { isSignIn: true })]
  const first = ask()
  vi.setSystemTime(Date.now() + 3 * 60_000)
  expect(ask()).toEqual(first)
  vi.setSystemTime(Date.now() + 3 * 60_000)
  const [code, signIn] = ask()
  expect(code).not.toBe(first[0])
  expect(signIn).toBe(first[1])
})

const OPTION = { request_id: 'r-_9', phone: '12025550123', name: true, email: false }
const TEXT = 'verify=true&name=true&request_id=r-_9&phone=12025550123&email=false'

// Specification: 2.7, 2.30
it('formatLoginOption writes the flags as words, in the order of the specification', () => {
  expect(formatLoginOption(OPTION)).toBe(TEXT)
})

describe('parseLoginOption', () => {
  // Specification: 2.7
  it('reads back what was written', () => {
    expect(parseLoginOption(TEXT)).toEqual(OPTION)
  })

  // Specification: 2.33
  it('leads to no code without verify or without a request_id', () => {
    expect(parseLoginOption(undefined)).toBeUndefined()
    expect(parseLoginOption(TEXT.replace('verify=true', 'verify=false'))).toBeUndefined()
    expect(parseLoginOption(TEXT.replace('request_id=r-_9', 'request_id='))).toBeUndefined()
    expect(parseLoginOption('anything')).toBeUndefined()
  })

  it('has no digits where the phone is missing or not a number', () => {
    for (const phone of ['', 'abc', '12a', '1234567890123456']) {
      expect(parseLoginOption(`verify=true&request_id=r&phone=${phone}`)?.phone).toBe('')
    }
    expect(parseLoginOption('verify=true&request_id=r')?.phone).toBe('')
  })

  it('takes every flag that is not the word true as unknown to the server', () => {
    expect(parseLoginOption('verify=true&request_id=r&phone=1&name=1')).toMatchObject({
      name: false,
      email: false,
    })
  })
})
