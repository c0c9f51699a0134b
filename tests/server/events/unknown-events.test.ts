import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countMiss } from '../../../server/events/require-event.ts'
import { freshPeople } from '../../support/fixtures.ts'

const MINUTE_MS = 60_000

const { api } = freshPeople()

const miss = (address: string) =>
  countMiss(api.db, address, randomBytes(16).toString('base64url'), api.clock.ms)

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
