import * as v from 'valibot'
import { refusalText, signedHeaders } from '../http/signed-webhook.ts'
import {
  OperatorError,
  readSettings,
  sets,
  textLike,
  webAddress,
} from '../settings/read-settings.ts'
import type { Env } from '../settings/read-settings.ts'
import { Outage } from '../outages.ts'
import { postToProvider } from '../sms/provider-call.ts'
import type { SmsNotTaken } from '../sms/sms-sender.ts'
import type { AlertNews } from './alerts.ts'

const TIME_LIMIT_MS = 10_000
/** As Gotify and ntfy count: what is to be seen at once, and what may wait. */
const PRIORITY = { begins: 8, ends: 3 }

export interface AlertWebhook {
  url: string
  /** Key of the signature, as it is written. */
  secret: string
}

export const ALERT_SETTINGS = {
  ALERT_WEBHOOK_URL: v.pipe(
    v.optional(webAddress),
    sets('where to tell the operator of trouble ([more](README.md#told-in-time))', 'nowhere'),
  ),
  ALERT_WEBHOOK_SECRET: v.pipe(
    v.optional(textLike(/^\S{32,}$/, '32 characters or more, without spaces')),
    sets('the key of what is signed for it: needed with `ALERT_WEBHOOK_URL`'),
  ),
}

/** Undefined where the operator is told nowhere. Throws an OperatorError for an address without a key. */
export function readAlertWebhook(env: Env): AlertWebhook | undefined {
  const given = readSettings(ALERT_SETTINGS, env)
  if (!given.ALERT_WEBHOOK_URL) return undefined
  if (!given.ALERT_WEBHOOK_SECRET) {
    throw new OperatorError(
      'ALERT_WEBHOOK_URL needs ALERT_WEBHOOK_SECRET: openssl rand -hex 32 makes one.',
    )
  }
  return { url: given.ALERT_WEBHOOK_URL, secret: given.ALERT_WEBHOOK_SECRET }
}

/** Posts news as JSON `{ title, message, priority, alert, state, since }`, signed. Rejects with an Outage where the answer is no success. */
export async function postAlert(
  { url, secret }: AlertWebhook,
  { name, state, title, message, since }: AlertNews,
): Promise<void> {
  const body = JSON.stringify({
    title: state === 'begins' ? title : `Over: ${title}`,
    message: state === 'begins' ? message : `It was so since ${toTime(since)}.`,
    priority: PRIORITY[state],
    alert: name,
    state,
    since: toTime(since),
  })
  const request = { headers: signedHeaders(secret, `${name}-${state}-${since}`, body), body }
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const answer = await postToProvider('ALERT_WEBHOOK_URL', url, request, signal).catch(
    (error: SmsNotTaken) => {
      throw new Outage(error.message)
    },
  )
  if (answer.status < 200 || answer.status > 299) {
    throw new Outage(refusalText('ALERT_WEBHOOK_URL', answer))
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
