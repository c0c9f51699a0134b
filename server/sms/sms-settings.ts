import { badSetting, ConfigError } from '../config-error.ts'
import type { TwilioSettings } from './twilio-sms.ts'
import type { VonageSettings } from './vonage-sms.ts'
import type { WebhookSettings } from './webhook-sms.ts'

/** How codes reach phones. */
export type SmsSettings =
  | { provider: 'console' }
  | ({ provider: 'twilio' } & TwilioSettings)
  | ({ provider: 'vonage' } & VonageSettings)
  | ({ provider: 'webhook' } & WebhookSettings)

type Env = Readonly<Record<string, string | undefined>>

/** Reads the provider and what it needs. Throws a ConfigError for what is missing or cannot be. */
export function readSmsSettings(env: Env): SmsSettings {
  const provider = env.SMS_PROVIDER || 'console'
  switch (provider) {
    case 'console':
      requireAllowed(env)
      return { provider }
    case 'twilio':
      return { provider, ...readTwilio(env) }
    case 'vonage':
      return { provider, ...readVonage(env) }
    case 'webhook':
      return { provider, ...readWebhook(env) }
    default:
      throw badSetting('SMS_PROVIDER', 'console, twilio, vonage, webhook')
  }
}

function requireAllowed(env: Env): void {
  if (env.NODE_ENV !== 'production' || env.ALLOW_CONSOLE_SMS === '1') return
  throw new ConfigError(
    'SMS_PROVIDER=console writes sign-in codes to the log: set ALLOW_CONSOLE_SMS=1 to allow that in production.',
  )
}

/** What a setting looks like, and how that is said. */
type Form = readonly [pattern: RegExp, words: string]

const SECRET: Form = [/^\S+$/, 'the secret as the provider shows it, without spaces']
const SENDER_ID = String.raw`(?=.*[A-Za-z])[\w&-][\w &-]{0,10}`
const TWILIO_SID = (letters: string): Form => [
  new RegExp(`^${letters}[0-9a-fA-F]{32}$`),
  `${letters} and 32 hexadecimal digits`,
]
const TWILIO_FROM: Form = [
  new RegExp(String.raw`^(\+\d{7,15}|\d{3,8}|MG[0-9a-fA-F]{32}|${SENDER_ID})$`),
  'a number like +15551234567, the SID of a messaging service, a short code, or a sender ID of at most 11 characters',
]
const VONAGE_FROM: Form = [
  new RegExp(String.raw`^(\+?\d{3,15}|${SENDER_ID})$`),
  'a number like 15551234567, or a sender ID of at most 11 characters',
]

function readTwilio(env: Env): TwilioSettings {
  const accountSid = needed(env, 'TWILIO_ACCOUNT_SID', TWILIO_SID('AC'))
  const [user, password] = env.TWILIO_API_KEY
    ? [needed(env, 'TWILIO_API_KEY', TWILIO_SID('SK')), needed(env, 'TWILIO_API_SECRET', SECRET)]
    : [accountSid, needed(env, 'TWILIO_AUTH_TOKEN', SECRET)]
  const from = needed(env, 'TWILIO_FROM', TWILIO_FROM)
  const apiUrl = apiAddress(env, 'TWILIO_API_URL') ?? 'https://api.twilio.com'
  return { accountSid, user, password, from, apiUrl }
}

function readVonage(env: Env): VonageSettings {
  return {
    apiKey: needed(env, 'VONAGE_API_KEY', SECRET),
    apiSecret: needed(env, 'VONAGE_API_SECRET', SECRET),
    from: needed(env, 'VONAGE_FROM', VONAGE_FROM).replace(/^\+/, ''),
    apiUrl: apiAddress(env, 'VONAGE_API_URL') ?? 'https://rest.nexmo.com',
  }
}

function readWebhook(env: Env): WebhookSettings {
  const url = safeAddress(env, 'SMS_WEBHOOK_URL')
  if (url === undefined) throw missing(env, 'SMS_WEBHOOK_URL')
  const secret: Form = [/^\S{32,}$/, '32 characters or more, without spaces']
  return { url: url.href, secret: needed(env, 'SMS_WEBHOOK_SECRET', secret) }
}

function needed(env: Env, name: string, [pattern, words]: Form): string {
  const text = env[name]
  if (!text) throw missing(env, name)
  if (!pattern.test(text)) throw badSetting(name, words)
  return text
}

function missing(env: Env, name: string): ConfigError {
  return new ConfigError(
    `SMS_PROVIDER=${env.SMS_PROVIDER} needs ${name} (docs/deploy/sms.md says where to find it).`,
  )
}

/** Where a provider's calls begin, without a slash at its end. */
function apiAddress(env: Env, name: string): string | undefined {
  return safeAddress(env, name)?.href.replace(/\/$/, '')
}

/** Codes and secrets go there: in production encrypted, unless they stay on this machine. */
function safeAddress(env: Env, name: string): URL | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  const mayBePlain =
    env.NODE_ENV !== 'production' ||
    ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain)) {
    // fetch takes no address with a password.
    if (!url.username && !url.password && !url.hash) return url
  }
  throw badSetting(
    name,
    env.NODE_ENV === 'production'
      ? 'an https address without a user; http only to this machine, such as http://127.0.0.1:9000'
      : 'an http or https address without a user',
  )
}
