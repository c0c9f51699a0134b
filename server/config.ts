import { resolve } from 'node:path'
import * as v from 'valibot'
import { DEFAULT_COUNTRY } from '../contract/limits.ts'
import { DEFAULT_PRODUCT, isProductSlug, SLUG_RULE } from '../contract/routes.ts'
import { ALERT_SETTINGS, readAlertWebhook } from './alerts/alert-webhook.ts'
import { readS3Settings, S3_SETTINGS } from './blobs/s3-settings.ts'
import { refuseRoot } from './data-dir.ts'
import { RETENTION_DAYS } from './events/retention.ts'
import { LOG_LEVELS } from './log.ts'
import { LIMIT_SETTINGS, readLimits } from './limits/limit-settings.ts'
import { refuseMisspelt } from './settings/misspelt-settings.ts'
import {
  OperatorError,
  callingCodes,
  country,
  onOrOff,
  oneOf,
  origin,
  origins,
  readSettings,
  sets,
  fraction,
  text,
  textThat,
  webAddress,
  wholeNumber,
} from './settings/read-settings.ts'
import type { Env } from './settings/read-settings.ts'
import { readSmsSettings, SMS_SETTINGS } from './sms/sms-settings.ts'

const PLACES = {
  DATA_DIR: v.pipe(v.optional(text, './data'), sets('database and photos')),
  DATABASE_URL: v.pipe(
    v.optional(
      textThat(
        isPostgres,
        'an address like postgres://user:password@host:5432/orma, with special characters of the password percent-encoded (/ is %2F, @ is %40)',
      ),
    ),
    sets(
      'a PostgreSQL instead of the database in `DATA_DIR`: `postgres://user:password@host:5432/orma`, special characters of the password percent-encoded (`/` is `%2F`)',
      'embedded',
    ),
  ),
}

const SERVER = {
  PORT: v.pipe(v.optional(wholeNumber(0, 65_535), '8080'), sets('the port the server listens at')),
  HOST: v.pipe(
    v.optional(text, '127.0.0.1'),
    sets(
      'the address it listens at; `::` is every one ([more](proxies.md#all-addresses-of-the-machine))',
    ),
  ),
  ROLE: v.pipe(
    v.optional(oneOf(['all', 'web', 'worker']), 'all'),
    sets(
      '`web` serves people, `worker` does the work behind it, `all` both; the first two need `DATABASE_URL`',
    ),
  ),
  PUBLIC_URL: v.pipe(
    v.optional(origin('https://orma.example')),
    sets(
      'the address people use, such as `https://photos.example.org` ([moving it](proxies.md#another-name))',
      "the request's",
    ),
  ),
  NODE_ENV: v.pipe(
    v.optional(oneOf(['production', 'development', 'test'])),
    sets(
      '`production` refuses a start without an HTTPS `PUBLIC_URL`, and codes on standard output',
    ),
  ),
  LOG_LEVEL: v.pipe(
    v.optional(oneOf(LOG_LEVELS), 'info'),
    sets(
      'what is written to standard error: `debug`, `info` (each request), `warn`, `error`, `silent`',
    ),
  ),
  TRUST_PROXY: v.pipe(
    v.optional(wholeNumber(0, 10), '0'),
    sets('how many proxies in front of it set `X-Forwarded-For`'),
  ),
  ALLOWED_ORIGINS: v.pipe(
    v.optional(origins, ''),
    sets(
      'pages on other hosts that may call this server, such as `https://orma.example,https://photos.example`',
      'none',
    ),
  ),
  SMS_COUNTRIES: v.pipe(
    v.optional(callingCodes),
    sets('calling codes that codes are sent to, such as `1,44`', 'all'),
  ),
  SMS_DAILY_BUDGET: v.pipe(
    v.optional(wholeNumber(0), '1000'),
    sets('how many codes are sent a day'),
  ),
  DEFAULT_COUNTRY: v.pipe(
    v.optional(country),
    sets(
      'the country that the login takes phone numbers for at first: two letters (ISO 3166-1 alpha-2), such as `DE`',
      `\`${DEFAULT_COUNTRY}\``,
    ),
  ),
  RETENTION_DAYS,
  MODERATION: v.pipe(
    v.optional(oneOf(['nsfwjs', 'off']), 'nsfwjs'),
    sets('who looks at photos before they are shown: `nsfwjs` or `off`'),
  ),
  MODERATION_THRESHOLD: v.pipe(
    v.optional(fraction, '0.7'),
    sets('from which likelihood of nudity on a photo waits for the owner'),
  ),
  TERMS_URL: v.pipe(v.optional(webAddress), sets('your own page in the place of `/terms`', 'ours')),
  PRIVACY_URL: v.pipe(
    v.optional(webAddress),
    sets('your own page in the place of `/privacy`', 'ours'),
  ),
  PRODUCT_SLUG: v.pipe(
    v.optional(textThat(isProductSlug, SLUG_RULE), DEFAULT_PRODUCT.slug),
    sets(
      'the word for highlights in addresses; the page is built with the same in `VITE_PRODUCT_SLUG`',
    ),
  ),
  SERVICE_WORKER: v.pipe(
    v.optional(onOrOff, 'on'),
    sets(
      '`off` takes the offline part from every device at its next visit; photos that wait there are spared',
    ),
  ),
}

export const SETTINGS = {
  ...PLACES,
  ...S3_SETTINGS,
  ...SERVER,
  ...LIMIT_SETTINGS,
  ...SMS_SETTINGS,
  ...ALERT_SETTINGS,
}

/** Where an installation keeps what it knows. */
export type Places = ReturnType<typeof readPlaces>
export type Config = ReturnType<typeof readConfig>

/** Reads the settings from environment variables. Throws an OperatorError for a bad value. */
export function readConfig(env: Env) {
  const given = readSettings(SERVER, env)
  const places = readPlaces(env)
  requireShared(given.ROLE, places)
  requireSecure(given)
  return {
    ...places,
    ...readLimits(env),
    port: given.PORT,
    host: given.HOST,
    role: given.ROLE,
    publicUrl: given.PUBLIC_URL,
    sms: readSmsSettings(env),
    alertWebhook: readAlertWebhook(env),
    smsCountries: given.SMS_COUNTRIES,
    smsDailyBudget: given.SMS_DAILY_BUDGET,
    retentionDays: given.RETENTION_DAYS,
    moderation: given.MODERATION,
    moderationThreshold: given.MODERATION_THRESHOLD,
    allowedOrigins: given.ALLOWED_ORIGINS,
    trustedProxies: given.TRUST_PROXY,
    hasWorker: given.SERVICE_WORKER,
    logLevel: given.LOG_LEVEL,
    productSlug: given.PRODUCT_SLUG,
    termsUrl: given.TERMS_URL,
    privacyUrl: given.PRIVACY_URL,
    defaultCountry: given.DEFAULT_COUNTRY,
  }
}

/** The settings that say where an installation lies, whatever the others are. For server and commands alike: never as root on another's. */
export function readPlaces(env: Env) {
  refuseMisspelt(env, Object.keys(SETTINGS))
  const { DATA_DIR, DATABASE_URL } = readSettings(PLACES, env)
  const dataDir = resolve(DATA_DIR)
  refuseRoot(dataDir)
  return { dataDir, databaseUrl: DATABASE_URL, s3: readS3Settings(env) }
}

/** Where people find the server. */
export function readAddress(env: Env): string {
  const { PUBLIC_URL, PORT } = readSettings(SERVER, env)
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}

/** One process alone has the embedded database: what it does not do would never be done. */
function requireShared(role: string, { databaseUrl }: Places): void {
  if (role === 'all' || databaseUrl !== undefined) return
  throw new OperatorError(
    `ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process, which does everything.`,
  )
}

/** In production people have to come by HTTPS: without it a browser keeps nothing for when there is no connection. */
function requireSecure({
  NODE_ENV,
  PUBLIC_URL,
}: {
  NODE_ENV?: string | undefined
  PUBLIC_URL?: string | undefined
}): void {
  if (NODE_ENV !== 'production') return
  if (!PUBLIC_URL) {
    throw new OperatorError(
      'PUBLIC_URL is missing: in production it has to be the address people use, such as https://photos.example.org.',
    )
  }
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol === 'https:' || isLocal) return
  throw new OperatorError('PUBLIC_URL has to begin with https:// in production.')
}

function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address) && URL.canParse(address)
}
