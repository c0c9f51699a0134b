import { afterEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { CODES_PER_PHONE_PER_DAY } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { createTwilioSms } from '../../../server/sms/twilio-sms.ts'
import {
  replyAsTwilio,
  startSmsProvider,
  TWILIO,
  TWILIO_SETTINGS,
} from '../../support/sms-providers.ts'
import type { ProviderReply, ProviderRequest } from '../../support/sms-providers.ts'
import { startUserApi } from '../../support/user-api.ts'
import type { UserApi } from '../../support/user-api.ts'

const PHONE = '15550001111'
/** Only a provider without an answer is given up so soon. */
const TIME_LIMIT_MS = 1_000
const UNAVAILABLE = {
  success: false,
  error: texts.server.smsUnavailable,
  code: 'sms_unavailable',
}

let api: UserApi
afterEach(() => api.close())

/** The API with Twilio's driver and this Twilio; two messages a day. */
async function startWith(reply: (request: ProviderRequest) => ProviderReply) {
  const twilio = await startSmsProvider(reply)
  api = await startUserApi({
    sms: createTwilioSms({ ...TWILIO_SETTINGS, apiUrl: twilio.url }, TIME_LIMIT_MS),
    smsLimits: { countries: undefined, dailyBudget: 2, limitsNumberBlocks: true },
  })
  return twilio
}

/** How often codes failed, by reason; reasons without any are left out. */
async function countFailed() {
  const counter = await api.metrics.getSingleMetric('orma_sms_failed_total')?.get()
  const counts = counter?.values.map(({ labels, value }) => [labels.reason, value] as const) ?? []
  return Object.fromEntries(counts.filter(([, value]) => value > 0))
}

function expectNothingLeaked(body: unknown, sent: readonly ProviderRequest[]): void {
  const codes = sent.flatMap((request) => /Body=(\d{4})/.exec(request.body)?.[1] ?? [])
  const said = JSON.stringify([body, api.logged])
  for (const secret of [...codes, PHONE, TWILIO.authToken, TWILIO.accountSid]) {
    expect(said).not.toContain(secret)
  }
}

describe('POST /users/register/start: a provider that fails', () => {
  it.each<[string, ProviderReply]>([
    ['does not answer', 'nothing'],
    ['hangs up', 'cut'],
    ['answers 500', { status: 500, body: { code: 20500, message: `no +${PHONE}` } }],
    ['answers 503', { status: 503 }],
  ])('F8: answers 503 where it %s, with one message at most', async (_how, reply) => {
    const twilio = await startWith(() => reply)
    const { status, body } = await api.start(PHONE)
    expect([status, body]).toEqual([503, UNAVAILABLE])
    expect(twilio.requests).toHaveLength(1)
    // It may have been sent, so it counts: the next has to wait.
    expect((await api.start(PHONE)).status).toBe(429)
    expect(twilio.requests).toHaveLength(1)
    expect(await countFailed()).toEqual({ unclear: 1 })
    expect(api.logged).toMatchObject([{ level: 'error' }])
    expectNothingLeaked(body, twilio.requests)
  })

  it('F8: takes no message for sent that surely was not', async () => {
    let isBusy = true
    const twilio = await startWith((request) =>
      isBusy ? { status: 429, body: { code: 20429 } } : replyAsTwilio(request),
    )
    for (let time = 0; time < 3; time += 1) {
      expect((await api.start(PHONE)).body).toEqual(UNAVAILABLE)
    }
    expect(twilio.requests).toHaveLength(6)
    isBusy = false
    expect((await api.start(PHONE)).status).toBe(200)
    expect((await api.start('15550002222')).status).toBe(200)
    expect((await api.start('15550003333')).status).toBe(429)
    expect(await countFailed()).toEqual({ busy: 3 })
  })

  it('tells the owner of a phone that gets no messages to enter another', async () => {
    await startWith(() => ({ status: 400, body: { code: 21614 } }))
    const { status, body } = await api.start(PHONE)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_field', field: 'phone' })
    expect(body.error).toBe(texts.login.invalidPhone)
    expect(api.logged).toMatchObject([{ level: 'info' }])
  })

  it('keeps nobody waiting who mistyped their new number', async () => {
    await startWith((request) =>
      request.body.includes('4915112345670')
        ? { status: 400, body: { code: 21614 } }
        : replyAsTwilio(request),
    )
    const { token } = await api.signUp(PHONE)
    const change = (newPhone: string) =>
      api.request(calls.startPhoneChange, { token, body: { newPhone } })
    for (let time = 0; time < CODES_PER_PHONE_PER_DAY; time += 1) {
      expect((await change('4915112345670')).body.field).toBe('newPhone')
    }
    expect((await change('4915112345678')).status).toBe(200)
    expect((await change('4915112345679')).status).toBe(429)
  })

  it('tells the operator what to do about the account, the guest nothing', async () => {
    const twilio = await startWith(() => ({ status: 401, body: { code: 20003 } }))
    const { status, body } = await api.start(PHONE)
    expect([status, body]).toEqual([503, UNAVAILABLE])
    expect(api.logged).toEqual([
      {
        level: 'error',
        message: expect.stringContaining('check TWILIO_ACCOUNT_SID'),
        details: { reason: 'account' },
      },
    ])
    expectNothingLeaked(body, twilio.requests)
  })
})
