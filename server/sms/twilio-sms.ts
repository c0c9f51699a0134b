import { CODE_EXPIRY_MS } from '../../contract/limits.ts'
import { createProviderSms, faultOfStatus, postToProvider } from './provider-call.ts'
import type { ProviderAnswer } from './provider-call.ts'
import { SmsNotTaken } from './sms-sender.ts'
import type { SmsFault, SmsSender } from './sms-sender.ts'

export interface TwilioSettings {
  accountSid: string
  /** The Account SID with its auth token, or an API key with its secret. */
  user: string
  password: string
  /** A number with a plus sign, a short code, a sender ID, or the SID of a messaging service. */
  from: string
  /** Without a slash at its end. */
  apiUrl: string
}

const SERVICE_SID = /^MG[0-9a-fA-F]{32}$/

/** Sends with Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). */
export function createTwilioSms(settings: TwilioSettings, timeLimitMs?: number): SmsSender {
  const { accountSid, user, password, from, apiUrl } = settings
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const sender = SERVICE_SID.test(from) ? 'MessagingServiceSid' : 'From'
  return createProviderSms(async ({ phone, text }, signal) => {
    const form = new URLSearchParams({
      To: `+${phone}`,
      [sender]: from,
      Body: text,
      // What waits longer in Twilio's queue is not sent: nobody could use it.
      ValidityPeriod: String(CODE_EXPIRY_MS / 1000),
    })
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await postToProvider('Twilio', url, { headers, body: String(form) }, signal)
    if (answer.status < 200 || answer.status > 299) throw refusal(answer)
  }, timeLimitMs)
}

/** Twilio's error codes of which more can be said than that its page knows. */
const KNOWN: Readonly<Record<number, [SmsFault, string]>> = {
  20003: [
    'account',
    'check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or the API key and its secret',
  ],
  21211: ['number', 'the phone is not a number that exists'],
  21212: ['account', 'check TWILIO_FROM'],
  21408: [
    'country',
    'allow the country under Messaging, Settings, Geo permissions, or keep it out with SMS_COUNTRIES',
  ],
  21606: ['account', 'check TWILIO_FROM: this account may not send from it'],
  21608: ['account', 'a trial account sends to verified numbers alone'],
  21610: ['number', 'the phone has answered STOP; START lets messages through again'],
  21612: ['country', 'TWILIO_FROM cannot reach the country of this phone'],
  21614: ['number', 'the phone cannot receive text messages'],
  63038: ['account', 'the account has sent all that it may send in a day'],
}

function refusal({ status, body }: ProviderAnswer): SmsNotTaken {
  const code = codeOf(body)
  if (code === undefined) {
    return new SmsNotTaken(faultOfStatus(status), `Twilio answered with status ${status}.`)
  }
  const page = `see https://www.twilio.com/docs/api/errors/${code}`
  const [fault, advice] = KNOWN[code] ?? [faultOfStatus(status), page]
  return new SmsNotTaken(fault, `Twilio did not take a message (error ${code}): ${advice}.`)
}

function codeOf(body: unknown): number | undefined {
  const isError = typeof body === 'object' && body !== null && 'code' in body
  return isError && typeof body.code === 'number' ? body.code : undefined
}
