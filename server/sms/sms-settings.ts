import * as v from 'valibot'
import {
  OperatorError,
  badSetting,
  oneOf,
  readSettings,
  sets,
  text,
  textLike,
} from '../settings/read-settings.ts'
import type { Env } from '../settings/read-settings.ts'
import type { TwilioSettings } from './twilio-sms.ts'
import type { VonageSettings } from './vonage-sms.ts'
import type { WebhookSettings } from './webhook-sms.ts'

export type SmsSettings =
  /** `isChosen`: the operator says so, rather than that nothing is set. */
  | { provider: 'console'; isChosen?: boolean }
  | ({ provider: 'twilio' } & TwilioSettings)
  | ({ provider: 'vonage' } & VonageSettings)
  | ({ provider: 'webhook' } & WebhookSettings)

const SECRET = textLike(/^\S+$/, 'the secret as the provider shows it, without spaces')
const SENDER_ID = String.raw`(?=.*[A-Za-z])[\w&-][\w &-]{0,10}`
const TWILIO_FROM = new RegExp(String.raw`^(\+\d{7,15}|\d{3,8}|MG[0-9a-fA-F]{32}|${SENDER_ID})$`)
const VONAGE_FROM = new RegExp(String.raw`^(\+?\d{3,15}|${SENDER_ID})$`)

export const SMS_SETTINGS = {
  SMS_PROVIDER: v.pipe(
    v.optional(oneOf(['console', 'twilio', 'vonage', 'webhook']), 'console'),
    sets(
      'who sends codes: `twilio`, `vonage`, `webhook`, or `console`, which writes them to standard output',
    ),
  ),
  ALLOW_CONSOLE_SMS: v.pipe(v.optional(text), sets('`1` allows the console in production')),
  TWILIO_ACCOUNT_SID: v.pipe(
    v.optional(twilioSid('AC')),
    sets('Twilio: the account ([more](sms.md))'),
  ),
  TWILIO_FROM: v.pipe(
    v.optional(
      textLike(
        TWILIO_FROM,
        'a number like +15551234567, the SID of a messaging service, a short code, or a sender ID of at most 11 characters',
      ),
    ),
    sets('a number of it, messaging service, short code or sender ID'),
  ),
  TWILIO_AUTH_TOKEN: v.pipe(v.optional(SECRET), sets('its token')),
  TWILIO_API_KEY: v.pipe(
    v.optional(twilioSid('SK')),
    sets('instead of the token: a key that can be revoked alone'),
  ),
  TWILIO_API_SECRET: v.pipe(v.optional(SECRET), sets('of that key')),
  TWILIO_API_URL: v.pipe(
    v.optional(text, 'https://api.twilio.com'),
    sets('another address of the provider'),
  ),
  VONAGE_API_KEY: v.pipe(v.optional(SECRET), sets('Vonage: the account')),
  VONAGE_API_SECRET: v.pipe(v.optional(SECRET), sets('its secret')),
  VONAGE_FROM: v.pipe(
    v.optional(
      textLike(VONAGE_FROM, 'a number like 15551234567, or a sender ID of at most 11 characters'),
    ),
    sets('a number of it, or a sender ID'),
  ),
  VONAGE_API_URL: v.pipe(
    v.optional(text, 'https://rest.nexmo.com'),
    sets('another address of the provider'),
  ),
  SMS_WEBHOOK_URL: v.pipe(v.optional(text), sets('a gateway of yours ([more](sms.md))')),
  SMS_WEBHOOK_SECRET: v.pipe(
    v.optional(textLike(/^\S{32,}$/, '32 characters or more, without spaces')),
    sets('the key of what is signed for it: needed with `SMS_WEBHOOK_URL`'),
  ),
}

type Given = v.InferOutput<v.ObjectSchema<typeof SMS_SETTINGS, undefined>> & {
  isProduction: boolean
}

/** Reads the provider and what it needs. Throws an OperatorError for what is missing or cannot be. */
export function readSmsSettings(env: Env): SmsSettings {
  const isProduction = env.NODE_ENV === 'production'
  const given = { ...readSettings(SMS_SETTINGS, env), isProduction }
  const provider = given.SMS_PROVIDER
  switch (provider) {
    case 'console':
      requireAllowed(given)
      return { provider, isChosen: given.ALLOW_CONSOLE_SMS === '1' }
    case 'twilio':
      return { provider, ...readTwilio(given) }
    case 'vonage':
      return { provider, ...readVonage(given) }
    case 'webhook':
      return {
        provider,
        url: safeAddress(given, 'SMS_WEBHOOK_URL').href,
        secret: needed(given, 'SMS_WEBHOOK_SECRET'),
      }
  }
}

function requireAllowed({ isProduction, ALLOW_CONSOLE_SMS }: Given): void {
  if (!isProduction || ALLOW_CONSOLE_SMS === '1') return
  throw new OperatorError(
    'SMS_PROVIDER=console writes sign-in codes to the log: set ALLOW_CONSOLE_SMS=1 to allow that in production.',
  )
}

function twilioSid(letters: string) {
  return textLike(new RegExp(`^${letters}[0-9a-fA-F]{32}$`), `${letters} and 32 hexadecimal digits`)
}

function readTwilio(given: Given): TwilioSettings {
  const accountSid = needed(given, 'TWILIO_ACCOUNT_SID')
  const [user, password] = given.TWILIO_API_KEY
    ? [given.TWILIO_API_KEY, needed(given, 'TWILIO_API_SECRET')]
    : [accountSid, needed(given, 'TWILIO_AUTH_TOKEN')]
  const from = needed(given, 'TWILIO_FROM')
  return { accountSid, user, password, from, apiUrl: apiAddress(given, 'TWILIO_API_URL') }
}

function readVonage(given: Given): VonageSettings {
  return {
    apiKey: needed(given, 'VONAGE_API_KEY'),
    apiSecret: needed(given, 'VONAGE_API_SECRET'),
    from: needed(given, 'VONAGE_FROM').replace(/^\+/, ''),
    apiUrl: apiAddress(given, 'VONAGE_API_URL'),
  }
}

function needed(given: Given, name: keyof typeof SMS_SETTINGS): string {
  const value = given[name]
  if (value) return value
  throw new OperatorError(
    `SMS_PROVIDER=${given.SMS_PROVIDER} needs ${name} (docs/deploy/sms.md says where to find it).`,
  )
}

/** Where a provider's calls begin, without a slash at its end. */
function apiAddress(given: Given, name: 'TWILIO_API_URL' | 'VONAGE_API_URL'): string {
  return safeAddress(given, name).href.replace(/\/$/, '')
}

/** Codes and secrets go there: in production encrypted, unless they stay on this machine. */
function safeAddress(given: Given, name: keyof typeof SMS_SETTINGS): URL {
  const url = URL.parse(needed(given, name))
  const mayBePlain =
    !given.isProduction || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain)) {
    // fetch takes no address with a password.
    if (!url.username && !url.password && !url.hash) return url
  }
  throw badSetting(
    name,
    given.isProduction
      ? 'an https address without a user; http only to this machine, such as http://127.0.0.1:9000'
      : 'an http or https address without a user',
  )
}
