import { describe, expect, it } from 'vitest'
import { formatLoginOption, parseLoginOption } from '../../../../src/features/login/login-option.ts'

const OPTION = { request_id: 'r-_9', phone: '12025550123', name: true, email: false }
const TEXT = 'verify=true&name=true&request_id=r-_9&phone=12025550123&email=false'

describe('formatLoginOption', () => {
  // Specification: 2.7, 2.30
  it('writes the flags as the words true and false, in the order of the specification', () => {
    expect(formatLoginOption(OPTION)).toBe(TEXT)
  })
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
