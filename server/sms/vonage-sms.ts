import { createProviderSms, faultOfStatus, postToProvider } from './provider-call.ts'
import type { ProviderAnswer } from './provider-call.ts'
import { SmsNotTaken } from './sms-sender.ts'
import type { SmsFault, SmsSender } from './sms-sender.ts'

export interface VonageSettings {
  apiKey: string
  apiSecret: string
  /** A number as digits, or a sender ID. */
  from: string
  /** Without a slash at its end. */
  apiUrl: string
}

/** Sends with Vonage's SMS API (https://developer.vonage.com/en/api/sms). */
export function createVonageSms(settings: VonageSettings, timeLimitMs?: number): SmsSender {
  const { apiKey, apiSecret, from, apiUrl } = settings
  return createProviderSms(async ({ phone, text }, signal) => {
    const form = { api_key: apiKey, api_secret: apiSecret, from, to: phone, text }
    const answer = await postToProvider(
      'Vonage',
      `${apiUrl}/sms/json`,
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(form)),
      },
      signal,
    )
    const status = messageStatus(answer)
    if (status !== '0') throw refusal(status, answer)
  }, timeLimitMs)
}

/** Statuses of a message; any other is the account's. */
const KNOWN: Readonly<Record<string, [SmsFault, string]>> = {
  1: ['busy', 'the account sends more in a second than it may'],
  4: ['account', 'check VONAGE_API_KEY and VONAGE_API_SECRET'],
  // "An error has occurred in the platform whilst processing this message."
  5: ['unclear', 'the fault is on its side'],
  6: ['number', 'no network knows the phone'],
  7: ['number', 'the phone is barred'],
  8: ['account', 'the account is suspended: ask its support'],
  9: ['account', 'the account has too little credit'],
  10: ['busy', 'the account has too many connections'],
  15: ['account', 'check VONAGE_FROM: the country of this phone does not allow it'],
  29: ['account', 'a trial account sends to its test numbers alone'],
  33: ['number', 'the phone was given up'],
}

function refusal(messageStatus: string | undefined, { status }: ProviderAnswer): SmsNotTaken {
  if (messageStatus === undefined) {
    // Without the status of a message even a 200 says nothing of it.
    const fault = status === 200 ? 'unclear' : faultOfStatus(status)
    return new SmsNotTaken(fault, `Vonage answered with status ${status}.`)
  }
  const page = 'see https://developer.vonage.com/en/api-errors/sms'
  const [fault, advice] = KNOWN[messageStatus] ?? ['account', page]
  return new SmsNotTaken(fault, `Vonage did not take a message (${messageStatus}): ${advice}.`)
}

/** Of a text that is sent in parts the first counts: the code is in it. */
function messageStatus({ body }: ProviderAnswer): string | undefined {
  const { messages: [first] = [] } = (body ?? {}) as { messages?: { status?: unknown }[] }
  return typeof first?.status === 'string' && /^\d{1,3}$/.test(first.status)
    ? first.status
    : undefined
}
