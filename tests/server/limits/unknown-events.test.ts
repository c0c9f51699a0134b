import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countMiss } from '../../../server/limits/unknown-events.ts'
import { startTestApi } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'

const MINUTE_MS = 60_000

let api: TestApi

beforeEach(async () => {
  api = await startTestApi(() => [])
})

afterEach(() => api.close())

const miss = (address: string) => countMiss(api.db, address, api.clock.ms)

describe('X6: countMiss', () => {
  it('refuses an address its 61st unknown event within 10 minutes, and no other address', async () => {
    for (let misses = 0; misses < 60; misses += 1) await miss('192.0.2.1')
    api.clock.advance(4 * MINUTE_MS)
    await expect(miss('192.0.2.1')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 360 })
    await miss('192.0.2.2')
    api.clock.advance(6 * MINUTE_MS)
    await miss('192.0.2.1')
  })

  it('counts the addresses of one IPv6 network together', async () => {
    for (let misses = 0; misses < 60; misses += 1) await miss(`2001:db8::${misses.toString(16)}`)
    await expect(miss('2001:db8::ffff')).rejects.toMatchObject({ status: 429 })
  })
})
