import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, wrong } from '../../support/user-api.ts'
import { phoneOf, PHONE } from './sms-limit-fixtures.ts'

const ADDRESS = '203.0.113.5'
/** X2 asks for 1,000. */
const PHONES = process.env['ORMA_TEST_FULL'] === '1' ? 1000 : 30

const api = freshUserApi()

/** Three wrong codes for each of these phones in turn; resolves to the statuses answered. */
async function guess(first: number, phones: number): Promise<number[]> {
  const statuses: number[] = []
  for (let index = first; index < first + phones; index += 1) {
    // Codes are asked for from elsewhere: here wrong codes alone are counted.
    const right = await api.requestCode(phoneOf(index), `198.51.100.${index % 250}`)
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await api.verify(wrong(right), ADDRESS)).status)
    }
  }
  return statuses
}

describe('X2: POST /users/register/verify: one address', () => {
  it('has 60 wrong codes looked at in 24 hours', async () => {
    const statuses = await guess(0, PHONES)
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
    const right = await api.requestCode(PHONE)
    const refused = await api.verify(right, ADDRESS)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(24 * 3600))
    expect(refused.body.error).toBe('Please wait 24 hours before you try again.')
    expect((await api.verify(right, '203.0.113.6')).status).toBe(200)
  })

  it('is forgiven 3 wrong codes by each sign-in', async () => {
    await guess(0, 19)
    await api.signIn(PHONE, ADDRESS)
    expect(await guess(500, 3)).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429])
  })

  it('forgets its wrong codes after 24 hours', async () => {
    await guess(0, 21)
    api.clock.advance(DAY_MS)
    expect((await api.verify(await api.requestCode(PHONE), ADDRESS)).status).toBe(200)
  })

  it('is not charged for codes that are expired, used up or of no request', async () => {
    const right = await api.requestCode(PHONE)
    for (let time = 0; time < 80; time += 1) {
      const answer = await api.verify({ ...right, request_id: 'unknown' }, ADDRESS)
      expect(answer.status).toBe(401)
    }
    expect((await api.verify(right, ADDRESS)).status).toBe(200)
  })

  it('lets 200 guests of one Wi-Fi in, of whom every tenth mistypes once', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 200; index += 1) {
      const right = await api.requestCode(phoneOf(index), ADDRESS)
      if (index % 10 === 0) await api.verify(wrong(right), ADDRESS)
      statuses.push((await api.verify(right, ADDRESS)).status)
      api.clock.advance((15 * MINUTE_MS) / 200)
    }
    expect(statuses).toEqual(Array.from({ length: 200 }, () => 200))
  })
})

describe('POST /users/register/start: one address', () => {
  it('starts 600 times an hour', async () => {
    for (let index = 0; index < 600; index += 1) {
      expect((await api.start(phoneOf(index))).status).toBe(200)
    }
    const { status, headers } = await api.start(phoneOf(600))
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('3600')
    expect((await api.start(phoneOf(600), '192.0.2.99')).status).toBe(200)
    // Not an hour in one step: 600 codes unused for so long would pause all sending.
    await api.db.run(sql`update codes set used_at = created_at`)
    api.clock.advance(HOUR_MS)
    expect((await api.start(phoneOf(601))).status).toBe(200)
  })
})
