import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTwilioSms } from '../../../server/sms/twilio-sms.ts'
import type { TwilioSettings } from '../../../server/sms/twilio-sms.ts'
import { replyAsTwilio, startSmsProvider, TWILIO } from '../../support/sms-providers.ts'
import type { SmsProvider } from '../../support/sms-providers.ts'

let twilio: SmsProvider

beforeEach(async () => {
  twilio = await startSmsProvider(replyAsTwilio)
})
afterEach(() => twilio.close())

function createSms(settings: Partial<TwilioSettings> = {}) {
  const { accountSid, authToken, from } = TWILIO
  const apiUrl = twilio.url
  return createTwilioSms({
    accountSid,
    user: accountSid,
    password: authToken,
    from,
    apiUrl,
    ...settings,
  })
}

describe('createTwilioSms', () => {
  it('sends a text with the account’s token, valid as long as the code', async () => {
    await createSms().send('15550001111', '0042 is your Orma code')
    expect(twilio.requests).toHaveLength(1)
    expect(Object.fromEntries(new URLSearchParams(twilio.requests[0]!.body))).toEqual({
      To: '+15550001111',
      From: TWILIO.from,
      Body: '0042 is your Orma code',
      ValidityPeriod: '300',
    })
  })

  it('sends with an API key from a messaging service', async () => {
    const from = `MG${'3d'.repeat(16)}`
    const sms = createSms({ user: TWILIO.apiKey, password: TWILIO.apiSecret, from })
    await sms.send('15550001111', 'text')
    const form = new URLSearchParams(twilio.requests[0]!.body)
    expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([from, null])
  })

  it.each([
    ['15005550001', 'number', 21211],
    ['15005550002', 'country', 21612],
    ['15005550003', 'country', 21408],
    ['15005550004', 'number', 21610],
    ['15005550009', 'number', 21614],
    ['15005550011', 'account', 21608],
    ['15005550012', 'account', 30999],
    ['15005550014', 'account', 63038],
  ])('asks once for %s, and takes the error for one of the %s (%d)', async (phone, fault, code) => {
    const refused = createSms().send(phone, 'text')
    await expect(refused).rejects.toMatchObject({
      fault,
      message: expect.stringContaining(`(error ${code}): `),
    })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(phone) })
    expect(twilio.requests).toHaveLength(1)
  })

  it('names the settings to look at, and the page of an unknown error', async () => {
    await expect(createSms({ password: 'wrong' }).send('15550001111', 'text')).rejects.toThrow(
      'Twilio did not take a message (error 20003): check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or the API key and its secret.',
    )
    await expect(createSms().send('15005550012', 'text')).rejects.toThrow(
      'see https://www.twilio.com/docs/api/errors/30999',
    )
  })

  it('tries a second time, and no third, after 429, which Twilio documents as never processed', async () => {
    await expect(createSms().send('15005550013', 'text')).rejects.toMatchObject({ fault: 'busy' })
    expect(twilio.requests).toHaveLength(2)
  })
})
