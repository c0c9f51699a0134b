import { expect, it } from 'vitest'
import { readLimits } from '../../../server/limits/limit-settings.ts'

it('knows who may create by the number that their account has', () => {
  const { creators } = readLimits({ CREATE_ORMAS: '+5215512345678, +12025550142' })
  expect(creators).toEqual(new Set(['525512345678', '12025550142']))
})

it('knows who runs the server in the same way, and unset nobody', () => {
  const { adminPhones } = readLimits({ ADMIN_PHONES: '+5215512345678' })
  expect(adminPhones).toEqual(new Set(['525512345678']))
  expect(readLimits({}).adminPhones.size).toBe(0)
})
