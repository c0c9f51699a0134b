import { describe, expect, it } from 'vitest'
import { CODE_EXPIRY_MS, CODE_TRIES, CODES_PER_PHONE_PER_DAY } from '../../../contract/limits.ts'
import { byHand, issueCodeByHand } from '../../../server/users/codes.ts'
import { SmsNotTaken } from '../../../server/sms/sms-sender.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import type { Guess } from '../../support/user-api.ts'
import { wrong } from '../../support/user-api.ts'

const PHONE = '15550001111'
const ACCOUNT = { name: 'Anna Berg', email: 'anna@example.com' }

const api = freshUserApi()

const makeCode = () =>
  api.db.transaction((tx) => issueCodeByHand(tx, PHONE, api.secret, api.clock.ms))
async function ask(code: string): Promise<Guess> {
  const { status, body } = await api.start(PHONE)
  expect(status).toBe(200)
  return { request_id: body.request_id, phone: PHONE, code, ...ACCOUNT }
}

describe('a code made by hand', () => {
  it('signs its phone in once, without a message', async () => {
    const guess = await ask(await makeCode())
    expect(api.sentSms).toEqual([])
    expect((await api.verify(guess)).body.user).toMatchObject({ phone: PHONE, name: 'Anna Berg' })
    expect((await api.verify(guess)).status).toBe(401)
    api.clock.advance(60_000)
    expect((await api.verify(await ask(guess.code))).status).toBe(401)
  })

  it('fits a request that was there before, beside the code that was sent', async () => {
    const sent = await api.requestCode(PHONE)
    const guess = { ...sent, code: await makeCode() }
    expect((await api.verify(guess)).status).toBe(200)
    // Both have served.
    expect((await api.verify(sent)).status).toBe(401)
  })

  it('is named by no request', async () => {
    const guess = await ask(await makeCode())
    const { status, body } = await api.verify({ ...guess, request_id: byHand(PHONE) })
    expect([status, body.field]).toEqual([400, 'request_id'])
  })

  it('ends after three wrong guesses, and with its time', async () => {
    const guess = await ask(await makeCode())
    for (let tries = 0; tries < CODE_TRIES; tries += 1) await api.verify(wrong(guess))
    api.clock.advance(60_000)
    expect((await api.verify(await ask(guess.code))).status).toBe(401)
    api.clock.advance(10 * 60_000)
    const late = await ask(await makeCode())
    api.clock.advance(CODE_EXPIRY_MS)
    expect((await api.verify(late)).status).toBe(401)
  })

  it('is replaced by the next, and fits no other phone', async () => {
    const first = await makeCode()
    const second = await makeCode()
    const other = await api.requestCode('15550002222')
    expect((await api.verify({ ...other, code: second })).status).toBe(401)
    if (first !== second) expect((await api.verify(await ask(first))).status).toBe(401)
    expect((await api.verify(await ask(second))).status).toBe(200)
  })

  it('lets in who has had all codes of a day', async () => {
    for (let sent = 0; sent < CODES_PER_PHONE_PER_DAY; sent += 1) {
      await api.start(PHONE)
      api.clock.advance(10 * 60_000)
    }
    expect((await api.start(PHONE)).status).toBe(429)
    expect((await api.verify(await ask(await makeCode()))).status).toBe(200)
  })

  it('takes the place of a message that cannot be sent', async () => {
    api.sms.send = () => Promise.reject(new SmsNotTaken('account', 'no money'))
    expect((await api.start(PHONE)).status).toBe(503)
    expect((await api.verify(await ask(await makeCode()))).status).toBe(200)
  })
})
