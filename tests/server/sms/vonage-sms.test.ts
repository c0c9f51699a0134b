import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVonageSms } from '../../../server/sms/vonage-sms.ts'
import { replyAsVonage, startSmsProvider, VONAGE } from '../../support/sms-providers.ts'
import type { SmsProvider } from '../../support/sms-providers.ts'

let vonage: SmsProvider

beforeEach(async () => {
  vonage = await startSmsProvider(replyAsVonage)
})
afterEach(() => vonage.close())

const createSms = (apiSecret = VONAGE.apiSecret) =>
  createVonageSms({ ...VONAGE, apiSecret, apiUrl: vonage.url })

describe('createVonageSms', () => {
  it('sends a text, with key and secret in the body and not in the address', async () => {
    await createSms().send('15550001111', '0042 is your Orma code')
    expect(vonage.requests).toMatchObject([{ path: '/sms/json' }])
    expect(Object.fromEntries(new URLSearchParams(vonage.requests[0]!.body))).toEqual({
      api_key: VONAGE.apiKey,
      api_secret: VONAGE.apiSecret,
      from: 'Orma',
      to: '15550001111',
      text: '0042 is your Orma code',
    })
  })

  it.each([
    ['2', 'account'],
    ['3', 'account'],
    ['5', 'unclear'],
    ['6', 'number'],
    ['7', 'number'],
    ['9', 'account'],
    ['15', 'account'],
    ['29', 'account'],
  ])('asks once where a 200 says status %s, and takes it for one of: %s', async (status, fault) => {
    const phone = `15550009${status.padStart(2, '0')}`
    const refused = createSms().send(phone, 'text')
    await expect(refused).rejects.toMatchObject({
      fault,
      message: expect.stringContaining(`(${status}): `),
    })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(phone) })
    expect(vonage.requests).toHaveLength(1)
  })

  it('names the settings to look at where it is not let in', async () => {
    await expect(createSms('wrong').send('15550001111', 'text')).rejects.toThrow(
      'Vonage did not take a message (4): check VONAGE_API_KEY and VONAGE_API_SECRET.',
    )
  })

  it('tries a second time, and no third, where it is throttled', async () => {
    await expect(createSms().send('1555000901', 'text')).rejects.toMatchObject({ fault: 'busy' })
    expect(vonage.requests).toHaveLength(2)
  })

  it('knows nothing of a message after a 200 that says nothing of it', async () => {
    const other = await startSmsProvider(() => ({ status: 200, body: { hello: 'world' } }))
    const sms = createVonageSms({ ...VONAGE, apiUrl: other.url })
    await expect(sms.send('15550001111', 'text')).rejects.toMatchObject({ fault: 'unclear' })
    expect(other.requests).toHaveLength(1)
    await other.close()
  })
})
