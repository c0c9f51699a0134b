import { signedHeaders } from '../http/signed-webhook.ts'
import { createProviderSms, faultOfStatus, postToProvider } from './provider-call.ts'
import { SmsNotTaken } from './sms-sender.ts'
import type { SmsFault, SmsSender } from './sms-sender.ts'

export interface WebhookSettings {
  url: string
  /** Key of the signature, as it is written. */
  secret: string
}

/**
 * Posts each message as JSON `{ to, text, id }` to an address of the operator's, signed.
 * docs/deploy/sms.md says what it may answer.
 */
export function createWebhookSms(
  { url, secret }: WebhookSettings,
  timeLimitMs?: number,
): SmsSender {
  return createProviderSms(async ({ id, phone, text }, signal) => {
    const body = JSON.stringify({ to: `+${phone}`, text, id })
    const headers = signedHeaders(secret, id, body)
    const { status, skew } = await postToProvider('SMS_WEBHOOK_URL', url, { headers, body }, signal)
    if (status < 200 || status > 299) throw refusal(status, skew)
  }, timeLimitMs)
}

function refusal(status: number, skew: string | undefined): SmsNotTaken {
  const clock = skew && [400, 401, 403].includes(status) ? `: ${skew}` : ''
  return new SmsNotTaken(faultOf(status), `SMS_WEBHOOK_URL answered with status ${status}${clock}.`)
}

function faultOf(status: number): SmsFault {
  if (status === 422) return 'number'
  return status === 503 ? 'busy' : faultOfStatus(status)
}
