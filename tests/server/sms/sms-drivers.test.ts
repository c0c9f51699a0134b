import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SmsSender } from '../../../server/sms/sms-sender.ts'
import { createTwilioSms } from '../../../server/sms/twilio-sms.ts'
import { createVonageSms } from '../../../server/sms/vonage-sms.ts'
import { createWebhookSms } from '../../../server/sms/webhook-sms.ts'
import {
  replyAsTwilio,
  replyAsVonage,
  startSmsProvider,
  TWILIO,
  TWILIO_SETTINGS,
  VONAGE,
} from '../../support/sms-providers.ts'
import type { ProviderReply, ProviderRequest } from '../../support/sms-providers.ts'

const PHONE = '15550001111'
const SECRET = 'a secret of the operator of 32 letters'.replaceAll(' ', '-')

/** A driver, and the requests that its provider got. */
interface Driven {
  sms: SmsSender
  requests: ProviderRequest[]
}

async function startTwilio(settings: Partial<typeof TWILIO_SETTINGS> = {}): Promise<Driven> {
  const { url: apiUrl, requests } = await startSmsProvider(replyAsTwilio)
  return { sms: createTwilioSms({ ...TWILIO_SETTINGS, apiUrl, ...settings }), requests }
}

async function startVonage(settings: Partial<typeof VONAGE> = {}): Promise<Driven> {
  const { url: apiUrl, requests } = await startSmsProvider(replyAsVonage)
  return { sms: createVonageSms({ ...VONAGE, apiUrl, ...settings }), requests }
}

async function startWebhook(reply: () => ProviderReply): Promise<Driven> {
  const { url, requests } = await startSmsProvider(reply)
  return { sms: createWebhookSms({ url: `${url}/sms?venue=7`, secret: SECRET }), requests }
}

const startRefusing = (status: number) => () =>
  startWebhook(() => ({ status, headers: { location: 'https://elsewhere.example/' } }))

const formOf = ({ body }: ProviderRequest) => Object.fromEntries(new URLSearchParams(body))

describe('a text', () => {
  it('goes to Twilio with the account’s token, valid as long as the code', async () => {
    const { sms, requests } = await startTwilio()
    await sms.send(PHONE, '0042 is your Orma code')
    expect(requests.map(formOf)).toEqual([
      {
        To: `+${PHONE}`,
        From: TWILIO.from,
        Body: '0042 is your Orma code',
        ValidityPeriod: '300',
      },
    ])
  })

  it('goes to Twilio with an API key from a messaging service', async () => {
    const from = `MG${'3d'.repeat(16)}`
    const key = { user: TWILIO.apiKey, password: TWILIO.apiSecret, from }
    const { sms, requests } = await startTwilio(key)
    await sms.send(PHONE, 'text')
    const [form] = requests.map(formOf)
    expect([form?.['MessagingServiceSid'], form?.['From']]).toEqual([from, undefined])
  })

  it('goes to Vonage with key and secret in the body and not in the address', async () => {
    const { sms, requests } = await startVonage()
    await sms.send(PHONE, '0042 is your Orma code')
    expect(requests).toMatchObject([{ path: '/sms/json' }])
    expect(requests.map(formOf)).toEqual([
      {
        api_key: VONAGE.apiKey,
        api_secret: VONAGE.apiSecret,
        from: 'Orma',
        to: PHONE,
        text: '0042 is your Orma code',
      },
    ])
  })

  it('goes to a webhook with an id, signed as Standard Webhooks has it', async () => {
    const { requests, sms } = await startWebhook(() => ({ status: 204 }))
    await sms.send(PHONE, '0042 is your Orma code')
    const [{ path, headers, body }] = requests as [ProviderRequest]
    expect(path).toBe('/sms?venue=7')
    const id = String(headers['webhook-id'])
    expect(JSON.parse(body)).toEqual({ to: `+${PHONE}`, text: '0042 is your Orma code', id })
    const timestamp = String(headers['webhook-timestamp'])
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
    const signed = `${id}.${timestamp}.${body}`
    const signature = createHmac('sha256', SECRET).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it('has an id of its own at a webhook, the same at a second try', async () => {
    const statuses = [503, 200, 429, 200]
    const { requests, sms } = await startWebhook(() => ({ status: statuses.shift() ?? 500 }))
    await sms.send(PHONE, 'text')
    await sms.send(PHONE, 'text')
    const ids = requests.map(({ body }) => JSON.parse(body).id as string)
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2]])
    expect(ids[0]).not.toBe(ids[2])
  })
})

describe('a text that is refused', () => {
  it.each<[string, string, () => Promise<Driven>, phone: string, said: string]>([
    ['Twilio', 'number', startTwilio, '15005550001', '(error 21211): '],
    ['Twilio', 'country', startTwilio, '15005550002', '(error 21612): '],
    ['Twilio', 'country', startTwilio, '15005550003', '(error 21408): '],
    ['Twilio', 'number', startTwilio, '15005550004', '(error 21610): '],
    ['Twilio', 'number', startTwilio, '15005550009', '(error 21614): '],
    ['Twilio', 'account', startTwilio, '15005550011', '(error 21608): '],
    ['Twilio', 'account', startTwilio, '15005550012', '(error 30999): '],
    ['Twilio', 'account', startTwilio, '15005550014', '(error 63038): '],
    ['Vonage', 'account', startVonage, '1555000902', '(2): '],
    ['Vonage', 'account', startVonage, '1555000903', '(3): '],
    ['Vonage', 'unclear', startVonage, '1555000905', '(5): '],
    ['Vonage', 'number', startVonage, '1555000906', '(6): '],
    ['Vonage', 'number', startVonage, '1555000907', '(7): '],
    ['Vonage', 'account', startVonage, '1555000909', '(9): '],
    ['Vonage', 'account', startVonage, '1555000915', '(15): '],
    ['Vonage', 'account', startVonage, '1555000929', '(29): '],
    ['a webhook', 'number', startRefusing(422), PHONE, '422'],
    ['a webhook', 'account', startRefusing(401), PHONE, '401'],
    ['a webhook', 'account', startRefusing(302), PHONE, '302'],
    ['a webhook', 'unclear', startRefusing(500), PHONE, '500'],
  ])('is sent to %s once, and taken for one of the %s', async (_who, fault, start, phone, said) => {
    const { sms, requests } = await start()
    const refusal = await sms.send(phone, 'text').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ fault, message: expect.stringContaining(said) })
    expect((refusal as Error).message).not.toContain(phone)
    expect(requests).toHaveLength(1)
  })

  it.each<[string, () => Promise<Driven>, phone: string, said: string]>([
    [
      'Twilio’s account',
      () => startTwilio({ password: 'wrong' }),
      PHONE,
      'Twilio did not take a message (error 20003): check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or the API key and its secret.',
    ],
    [
      'an unknown error of Twilio',
      startTwilio,
      '15005550012',
      'see https://www.twilio.com/docs/api/errors/30999',
    ],
    [
      'Vonage’s account',
      () => startVonage({ apiSecret: 'wrong' }),
      PHONE,
      'Vonage did not take a message (4): check VONAGE_API_KEY and VONAGE_API_SECRET.',
    ],
  ])('says where to look: %s', async (_what, start, phone, said) => {
    const { sms } = await start()
    await expect(sms.send(phone, 'text')).rejects.toThrow(said)
  })

  it.each<[string, () => Promise<Driven>, phone: string]>([
    ['Twilio, which documents a 429 as never processed', startTwilio, '15005550013'],
    ['Vonage, which throttles', startVonage, '1555000901'],
  ])('is sent a second time, and no third, to %s', async (_who, start, phone) => {
    const { sms, requests } = await start()
    await expect(sms.send(phone, 'text')).rejects.toMatchObject({ fault: 'busy' })
    expect(requests).toHaveLength(2)
  })

  it('may have gone out where a 200 of Vonage says nothing of it', async () => {
    const other = await startSmsProvider(() => ({ status: 200, body: { hello: 'world' } }))
    const sms = createVonageSms({ ...VONAGE, apiUrl: other.url })
    await expect(sms.send(PHONE, 'text')).rejects.toMatchObject({ fault: 'unclear' })
    expect(other.requests).toHaveLength(1)
  })
})

describe('the receiver in docs/deploy/sms.md', () => {
  it('takes what is signed, and refuses other signatures', async () => {
    const url = `http://127.0.0.1:${await runReceiver()}`
    await createWebhookSms({ url, secret: SECRET }).send(PHONE, 'text')
    const forged = createWebhookSms({ url, secret: SECRET.toUpperCase() })
    await expect(forged.send(PHONE, 'text')).rejects.toThrow('status 401')
  })
})

/** Runs the example as a program of its own, on a free port, which is told. */
async function runReceiver(): Promise<number> {
  const page = await readFile(new URL('../../../docs/deploy/sms.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? []
  const program = example.replace(
    '.listen(9000)',
    `.listen(0, '127.0.0.1', function () { console.log(this.address().port) })`,
  )
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { SMS_WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    receiver.kill()
    await once(receiver, 'exit')
  })
  const [port] = (await once(receiver.stdout, 'data')) as [Buffer]
  return Number(String(port))
}
