import { describe, expect, it, onTestFinished } from 'vitest'
import { OperatorError } from '../../../server/settings/read-settings.ts'
import { readSmsSettings } from '../../../server/sms/sms-settings.ts'
import { refusedStart } from '../../support/failed-start.ts'
import { startOrma } from '../../support/orma-server.ts'
import { TWILIO, TWILIO_SETTINGS } from '../../support/sms-providers.ts'

const twilio = {
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: TWILIO.accountSid,
  TWILIO_AUTH_TOKEN: TWILIO.authToken,
  TWILIO_FROM: TWILIO.from,
}
const vonage = {
  SMS_PROVIDER: 'vonage',
  VONAGE_API_KEY: 'abcd1234',
  VONAGE_API_SECRET: 'abcdef0123456789',
  VONAGE_FROM: '+15550002222',
}
const webhook = {
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://gateway.example/sms?venue=7',
  SMS_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
}
const production = { NODE_ENV: 'production' }

/** What the operator is told. */
function refusalOf(env: Record<string, string>): string | undefined {
  try {
    readSmsSettings(env)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError)
    return (error as Error).message
  }
}

describe('readSmsSettings', () => {
  it('reads each provider, at its own address unless another is set', () => {
    expect(readSmsSettings(twilio)).toEqual({
      provider: 'twilio',
      ...TWILIO_SETTINGS,
      apiUrl: 'https://api.twilio.com',
    })
    const key = { TWILIO_API_KEY: TWILIO.apiKey, TWILIO_API_SECRET: TWILIO.apiSecret }
    expect(readSmsSettings({ ...twilio, ...key })).toMatchObject({
      user: TWILIO.apiKey,
      password: TWILIO.apiSecret,
    })
    expect(readSmsSettings(vonage)).toMatchObject({
      from: '15550002222',
      apiUrl: 'https://rest.nexmo.com',
    })
    const VONAGE_API_URL = 'https://gateway.example/nexmo/'
    expect(readSmsSettings({ ...vonage, VONAGE_API_URL })).toMatchObject({
      apiUrl: 'https://gateway.example/nexmo',
    })
    expect(readSmsSettings(webhook)).toMatchObject({ url: webhook.SMS_WEBHOOK_URL })
  })

  it.each([
    [twilio, 'TWILIO_ACCOUNT_SID'],
    [twilio, 'TWILIO_AUTH_TOKEN'],
    [twilio, 'TWILIO_FROM'],
    [{ ...twilio, TWILIO_API_KEY: TWILIO.apiKey, TWILIO_API_SECRET: '' }, 'TWILIO_API_SECRET'],
    [vonage, 'VONAGE_API_KEY'],
    [vonage, 'VONAGE_API_SECRET'],
    [vonage, 'VONAGE_FROM'],
    [webhook, 'SMS_WEBHOOK_URL'],
    [webhook, 'SMS_WEBHOOK_SECRET'],
  ])('says which setting is missing (%#: %s)', (env, name) => {
    expect(refusalOf({ ...env, [name]: '' })).toBe(
      `SMS_PROVIDER=${env.SMS_PROVIDER} needs ${name} (docs/deploy/sms.md says where to find it).`,
    )
  })

  it.each([
    ['SMS_PROVIDER', 'pigeon', {}],
    ['TWILIO_ACCOUNT_SID', TWILIO.apiKey, twilio],
    ['TWILIO_AUTH_TOKEN', 'token ', twilio],
    ['TWILIO_API_KEY', TWILIO.accountSid, twilio],
    ['TWILIO_FROM', '15550002222', twilio],
    ['TWILIO_FROM', 'A name that is too long', twilio],
    ['TWILIO_API_URL', 'api.twilio.com', twilio],
    ['TWILIO_API_URL', 'https://me:secret@api.twilio.com', twilio],
    ['TWILIO_API_URL', 'http://gateway.example', { ...twilio, ...production }],
    ['VONAGE_FROM', '+', vonage],
    ['VONAGE_API_URL', 'http://gateway.example', { ...vonage, ...production }],
    ['SMS_WEBHOOK_SECRET', 'too short', webhook],
  ])('refuses %s as %j, without repeating it', (name, value, env) => {
    const refusal = refusalOf({ ...env, [name]: value })
    expect(refusal).toMatch(new RegExp(`^${name} has a value that cannot be used; allowed: .+\\.$`))
    if (name !== 'SMS_PROVIDER') expect(refusal).not.toContain(value)
  })

  it('lets production call a gateway on this machine alone without encryption', () => {
    const calling = (SMS_WEBHOOK_URL: string) =>
      refusalOf({ ...webhook, ...production, SMS_WEBHOOK_URL })
    expect(calling('http://gateway.example/')).toContain('http only to this machine, such as http')
    expect(calling('http://127.0.0.1:9000/')).toBeUndefined()
  })
})

it('a provider without its settings stops the start with one line', async () => {
  expect(await refusedStart({ SMS_PROVIDER: 'twilio' })).toBe(
    'Orma cannot start. SMS_PROVIDER=twilio needs TWILIO_ACCOUNT_SID (docs/deploy/sms.md says where to find it).\n',
  )
})

it('the console is warned of at a start with HTTPS, and only there', async () => {
  const orma = await startOrma({ env: { PUBLIC_URL: 'https://photos.example.org' } })
  onTestFinished(() => orma.close())
  const warnings = () => orma.errors.filter((line) => line.includes('SMS_PROVIDER'))
  const warning = expect.stringContaining(
    '"level":"warn","message":"SMS_PROVIDER is console: sign-in codes are written to the log, and nobody gets an SMS (docs/deploy/sms.md)."',
  )
  await expect.poll(warnings).toEqual([warning])
  await orma.restart({ env: { PUBLIC_URL: '' } })
  await orma.stop()
  expect(warnings()).toEqual([warning])
})
