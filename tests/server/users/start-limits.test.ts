import { describe, expect, it } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import { DAY_MS, HOUR_MS } from '../../support/user-api.ts'
import { countBlocked, phoneOf, PHONE, restartWith, SMS_UNAVAILABLE } from './sms-limit-fixtures.ts'

const api = freshUserApi()

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

  // Specification: 7.37
  it.each([
    ['a plus', `+${PHONE}`, PHONE],
    ['its national 0', '330612345678', '33612345678'],
  ])('counts a phone with and without %s as one', async (_what, written, phone) => {
    await api.start(phone)
    expect((await api.start(written)).status).toBe(429)
    expect(api.sentSms).toMatchObject([{ phone }])
  })

  it('sends one code when asked ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.start(PHONE)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(api.sentSms).toHaveLength(1)
  })
})

describe('POST /users/register/start: text messages (X4)', () => {
  it('go to the countries that the operator allows alone', async () => {
    await restartWith(api, { countries: ['44', '91', '881'] })
    const { status, body } = await api.start('15550044911')
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      error: 'This country is not supported.',
      code: 'sms_country',
      field: 'phone',
    })
    // The last is of a satellite, which a list has to name.
    for (const phone of ['447700900123', '919876543210', '881612345678']) {
      expect((await api.start(phone)).status).toBe(200)
    }
    expect((await api.start('448431234567')).status).toBe(400)
    expect(api.sentSms).toHaveLength(3)
    expect(await countBlocked(api, 'country')).toBe(1)
  })

  it('go to no number that costs more than others: premium, shared-cost, personal, satellite', async () => {
    for (const phone of ['19002000000', '448431234567', '447012345678', '881612345678']) {
      const { status, body } = await api.start(phone)
      expect([phone, status, body.error]).toEqual([phone, 400, texts.login.invalidPhone])
    }
    expect(api.sentSms).toEqual([])
    expect(await countBlocked(api, 'premium')).toBe(4)
  })

  it('X4: go 20 times an hour into one block of 1,000 numbers', async () => {
    await restartWith(api, {})
    const answers = []
    for (let index = 0; index < 50; index += 1) {
      answers.push(await api.start(`15550001${String(index).padStart(3, '0')}`))
    }
    expect(api.sentSms).toHaveLength(20)
    expect(answers[20]!.status).toBe(429)
    expect(answers[20]!.body.error).toBe(SMS_UNAVAILABLE)
    expect(answers[20]!.headers.get('retry-after')).toBe('3600')
    expect((await api.start('15550002000')).status).toBe(200)
    expect(await countBlocked(api, 'number_block')).toBe(30)
    expect(api.logged).toMatchObject([
      {
        level: 'error',
        message: expect.stringContaining('one block of 1,000 numbers'),
        details: { callingCode: '1' },
      },
    ])
    api.clock.advance(HOUR_MS)
    expect((await api.start('15550001999')).status).toBe(200)
  })

  it('go on within a block where sending costs nothing', async () => {
    await restartWith(api, { limitsNumberBlocks: false })
    for (let index = 0; index < 30; index += 1) {
      await api.start(`15550001${String(index).padStart(3, '0')}`)
    }
    expect(api.sentSms).toHaveLength(30)
  })

  it('end with the budget of a day, also when all ask at once', async () => {
    await restartWith(api, { dailyBudget: 10 })
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_none, index) => api.start(phoneOf(index))),
    )
    expect(api.sentSms).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(15)
    expect(refused[0]!.body.error).toBe(SMS_UNAVAILABLE)
    expect(refused[0]!.headers.get('retry-after')).toBe(String(24 * 3600))
    expect(await countBlocked(api, 'daily_budget')).toBe(15)
    expect(api.logged).toHaveLength(1)
    expect(api.logged[0]!.message).toContain('SMS_DAILY_BUDGET')
    api.clock.advance(DAY_MS)
    expect((await api.start(phoneOf(99))).status).toBe(200)
  })

  it('cost nothing where the phone is refused for itself', async () => {
    await restartWith(api, { dailyBudget: 2 })
    await api.start(PHONE)
    for (let time = 0; time < 5; time += 1) await api.start(PHONE)
    expect((await api.start('15550002222')).status).toBe(200)
  })
})
