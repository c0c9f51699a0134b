import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { pruneCodes } from '../../../server/users/codes.ts'
import { DAY_MS, HOUR_MS, startUserApi } from '../../support/user-api.ts'
import type { UserApi } from '../../support/user-api.ts'

const PHONE = '15550001111'

let api: UserApi

beforeEach(async () => {
  api = await startUserApi()
})

afterEach(() => api.close())

/** A phone in a block of numbers of its own. */
const phoneOf = (index: number) => `1${String(index).padStart(7, '0')}000`

describe('POST /users/register/start: one phone', () => {
  it('waits 30, 60, 120 and 240 s before it sends again, and tells how long', async () => {
    await api.start(PHONE)
    for (const seconds of [30, 60, 120, 240]) {
      api.clock.advance(1000)
      const { status, headers, body } = await api.start(PHONE)
      expect(status).toBe(429)
      expect(headers.get('retry-after')).toBe(String(seconds - 1))
      expect(body).toMatchObject({ success: false, code: 'too_many_requests' })
      api.clock.advance((seconds - 1) * 1000 - 1)
      expect((await api.start(PHONE)).status).toBe(429)
      api.clock.advance(1)
      expect((await api.start(PHONE)).status).toBe(200)
    }
    expect(api.sentSms).toHaveLength(5)
  })

  it('says the wait in words', async () => {
    await api.start(PHONE)
    const { body } = await api.start(PHONE)
    expect(body.error).toBe('Please wait 30 seconds before you try again.')
  })

  it('does not wait after a sign-in', async () => {
    await api.start(PHONE)
    api.clock.advance(30_000)
    await api.signIn(PHONE)
    api.clock.advance(1)
    expect((await api.start(PHONE)).status).toBe(200)
    api.clock.advance(29_999)
    expect((await api.start(PHONE)).status).toBe(429)
    api.clock.advance(1)
    expect((await api.start(PHONE)).status).toBe(200)
  })

  it('X1: sends 6 codes in 24 hours, signed in or not, and no more', async () => {
    for (let time = 0; time < 6; time += 1) {
      await api.signIn(PHONE)
      api.clock.advance(HOUR_MS)
    }
    const { status, headers, body } = await api.start(PHONE)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe(String(18 * 3600))
    expect(body.error).toBe('Please wait 18 hours before you try again.')
    expect(api.sentSms).toHaveLength(6)
    api.clock.advance(18 * HOUR_MS)
    expect((await api.start(PHONE)).status).toBe(200)
  })

  it('counts a phone written with and without a plus as one', async () => {
    await api.start(PHONE)
    expect((await api.start(`+${PHONE}`)).status).toBe(429)
  })

  it('sends one code when asked ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.start(PHONE)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(api.sentSms).toHaveLength(1)
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

describe('pruneCodes', () => {
  it('forgets codes after a day', async () => {
    await api.start(PHONE)
    api.clock.advance(1)
    await api.start('15550002222')
    api.clock.advance(DAY_MS - 1)
    await pruneCodes(api.db, api.clock.ms)
    expect(await api.db.all(sql`select phone from codes`)).toEqual([{ phone: '15550002222' }])
  })
})
