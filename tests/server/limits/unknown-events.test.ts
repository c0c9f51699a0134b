import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countMiss } from '../../../server/limits/unknown-events.ts'
import { freshPeople } from '../../support/fixtures.ts'

const MINUTE_MS = 60_000

const { api } = freshPeople()

const miss = (address: string, event_hash: string = randomBytes(16).toString('base64url')) =>
  countMiss(api.db, address, event_hash, api.clock.ms)

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

  it('counts the same unknown event once within 10 minutes, even where all ask at once', async () => {
    const [gone, other] = ['x'.repeat(22), 'y'.repeat(22)]
    await Promise.all(Array.from({ length: 100 }, () => miss('192.0.2.1', gone)))
    for (let misses = 1; misses < 60; misses += 1) await miss('192.0.2.1')
    await miss('192.0.2.1', gone)
    await expect(miss('192.0.2.1', other)).rejects.toMatchObject({ status: 429 })
    await miss('192.0.2.2', other)
    api.clock.advance(10 * MINUTE_MS)
    for (let misses = 0; misses < 59; misses += 1) await miss('192.0.2.1')
    await miss('192.0.2.1', gone)
    await expect(miss('192.0.2.1')).rejects.toMatchObject({ status: 429 })
  })
})
