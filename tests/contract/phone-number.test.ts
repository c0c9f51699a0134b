import { describe, expect, it } from 'vitest'
import { canonicalPhone } from '../../contract/phone-number.ts'

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
