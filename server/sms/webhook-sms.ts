import { refusalText, signedHeaders } from '../http/signed-webhook.ts'
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
    const answer = await postToProvider('SMS_WEBHOOK_URL', url, { headers, body }, signal)
    if (answer.status >= 200 && answer.status <= 299) return
    throw new SmsNotTaken(faultOf(answer.status), refusalText('SMS_WEBHOOK_URL', answer))
  }, timeLimitMs)
}

function faultOf(status: number): SmsFault {
  if (status === 422) return 'number'
  return status === 503 ? 'busy' : faultOfStatus(status)
}
