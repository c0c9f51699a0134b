import { describe, expect, it } from 'vitest'
import { randomKey } from '../../../src/device/random-key.ts'

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('randomKey', () => {
  it('is another UUID each time', () => {
    expect(randomKey()).toMatch(VERSION_4)
    expect(randomKey()).not.toBe(randomKey())
  })

  it('is one also where the browser makes none, as on a page without https', () => {
    const bare = { getRandomValues: crypto.getRandomValues.bind(crypto) }
    const whole = globalThis.crypto
    Object.defineProperty(globalThis, 'crypto', { value: bare, configurable: true })
    try {
      expect(randomKey()).toMatch(VERSION_4)
      expect(randomKey()).not.toBe(randomKey())
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true })
    }
  })
})
