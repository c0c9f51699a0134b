import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { pruneCodes } from '../../../server/users/codes.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import { DAY_MS, MINUTE_MS } from '../../support/user-api.ts'
import { countBlocked, phoneOf, PHONE, restartWith, SMS_UNAVAILABLE } from './sms-limit-fixtures.ts'

const api = freshUserApi()

describe('POST /users/register/start: codes that nobody uses (X4)', () => {
  const OTHER_ADDRESS = '203.0.113.9'
  /** Five of them: of each, ten codes. */
  const addressOf = (index: number) => `198.51.100.${index % 5}`

  /** Sends 50 codes of which the first `used` sign somebody in. */
  async function send50(used: number, from = 0, address = addressOf): Promise<void> {
    for (let index = from; index < from + 50; index += 1) {
      if (index < from + used) await api.signIn(phoneOf(index), address(index))
      else await api.start(phoneOf(index), address(index))
    }
  }

  it('of one address pause sending to that address alone, and tell the operator', async () => {
    await send50(9, 0, () => addressOf(0))
    api.clock.advance(5 * MINUTE_MS)
    const { status, headers, body } = await api.start(phoneOf(900), addressOf(0))
    expect([status, headers.get('retry-after')]).toEqual([429, '900'])
    expect(body.error).toBe(SMS_UNAVAILABLE)
    expect((await api.start(phoneOf(901), OTHER_ADDRESS)).status).toBe(200)
    expect(api.logged.map(({ message }) => message)).toEqual([
      'hardly any of the last sign-in codes were used: sending pauses for one address',
    ])
    api.clock.advance(15 * MINUTE_MS)
    expect((await api.start(phoneOf(902), addressOf(0))).status).toBe(200)
  })

  it('of four addresses pause nothing for others, however many they are', async () => {
    for (const round of [0, 1, 2]) {
      await send50(0, 50 * round, (index) => addressOf(index % 4))
      api.clock.advance(5 * MINUTE_MS)
      expect((await api.start(phoneOf(900 + round), OTHER_ADDRESS)).status).toBe(200)
    }
  })

  it('of many addresses pause all sending for 15 minutes, and tell the operator', async () => {
    await send50(9)
    expect((await api.start(phoneOf(900))).status).toBe(200)
    api.clock.advance(5 * MINUTE_MS)
    const { status, headers, body } = await api.start(phoneOf(901))
    expect([status, headers.get('retry-after')]).toEqual([429, '900'])
    expect(body.error).toBe(SMS_UNAVAILABLE)
    api.clock.advance(15 * MINUTE_MS - 1)
    expect((await api.start(phoneOf(902))).status).toBe(429)
    expect(api.logged).toHaveLength(1)
    expect(api.logged[0]).toMatchObject({ level: 'error' })
    expect(await countBlocked(api, 'breaker')).toBe(2)
    expect(JSON.stringify(api.logged)).not.toMatch(/\d{5}/)
    api.clock.advance(1)
    expect((await api.start(phoneOf(903))).status).toBe(200)
  })

  it('pause nothing when 20 % were used', async () => {
    await send50(10)
    api.clock.advance(5 * MINUTE_MS)
    expect((await api.start(phoneOf(900))).status).toBe(200)
    expect(api.logged).toEqual([])
  })

  it('pause nothing while they are younger than 5 minutes, or fewer than 50', async () => {
    await send50(0)
    api.clock.advance(5 * MINUTE_MS - 1)
    expect((await api.start(phoneOf(900))).status).toBe(200)
    await restartWith(api, {})
    for (let index = 0; index < 49; index += 1) {
      await api.start(phoneOf(index), addressOf(index))
    }
    api.clock.advance(5 * MINUTE_MS)
    expect((await api.start(phoneOf(900))).status).toBe(200)
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
