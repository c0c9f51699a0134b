import { resolve } from 'node:path'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { MAX_UPLOAD_BYTES } from '../contract/limits.ts'
import { DEFAULT_PRODUCT, isProductSlug, SLUG_RULE } from '../contract/routes.ts'
import { badSetting as bad, ConfigError } from './config-error.ts'
import { readS3Settings } from './blobs/s3-settings.ts'
import type { S3Settings } from './blobs/s3-settings.ts'
import { LOG_LEVELS } from './log.ts'
import type { LogLevel } from './log.ts'
import { readSmsSettings } from './sms/sms-settings.ts'
import type { SmsSettings } from './sms/sms-settings.ts'

export { ConfigError }

/** Who looks at photos before they are shown. */
const MODERATIONS = ['nsfwjs', 'off'] as const
const MODES = ['production', 'development', 'test'] as const
/** What a process does: serves people, works off jobs and keeps house, or both. */
const ROLES = ['all', 'web', 'worker'] as const
/** Less than any photo of a phone has was meant as something else, such as megabytes. */
const LEAST_UPLOAD_BYTES = 100_000

export interface Config {
  role: (typeof ROLES)[number]
  port: number
  host: string
  dataDir: string
  /** Address of a PostgreSQL database; undefined: the embedded database in `dataDir`. May hold a password. */
  databaseUrl: string | undefined
  /** The bucket with the photos; undefined: they are files in `dataDir`. */
  s3: S3Settings | undefined
  /** Origin that people use, without a slash at its end; undefined: that of the request. */
  publicUrl: string | undefined
  sms: SmsSettings
  /** Calling codes that codes are sent to; undefined: all. */
  smsCountries: readonly string[] | undefined
  smsDailyBudget: number
  /** Posts in one event; undefined: no limit. */
  eventUploadLimit: number | undefined
  /** Posts of one user in one event. */
  userUploadLimit: number
  maxUploadBytes: number
  moderation: (typeof MODERATIONS)[number]
  /** From this likelihood of nudity on a photo waits for the owner. */
  moderationThreshold: number
  /** Origins of pages on other hosts that may call this server. */
  allowedOrigins: readonly string[]
  /** Number of proxies in front whose X-Forwarded-For counts. */
  trustedProxies: number
  /** False takes the worker, and what it keeps of the app, from every device at its next visit. */
  hasWorker: boolean
  logLevel: LogLevel
  productSlug: string
  /** The operator's own pages; undefined: ours. */
  termsUrl: string | undefined
  privacyUrl: string | undefined
  /** The country that phone numbers are taken for at first (ISO 3166-1 alpha-2); undefined: the specification's. */
  defaultCountry: string | undefined
}

/** Where an installation keeps what it knows. */
export type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>

/** Reads the settings (decisions: the operator's interface) from environment variables. Throws a ConfigError for a bad value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const logLevel = (env.LOG_LEVEL || 'info') as LogLevel
  if (!LOG_LEVELS.includes(logLevel)) throw bad('LOG_LEVEL', LOG_LEVELS.join(', '))
  oneOf(env, 'NODE_ENV', MODES)
  const places = readPlaces(env)
  return {
    role: readRole(env, places),
    port: wholeNumber(env, 'PORT', 0, 65_535) ?? 8080,
    host: env.HOST || '127.0.0.1',
    ...places,
    publicUrl: publicUrl(env),
    sms: readSmsSettings(env),
    smsCountries: callingCodes(env),
    smsDailyBudget: wholeNumber(env, 'SMS_DAILY_BUDGET', 0) ?? 1000,
    eventUploadLimit: wholeNumber(env, 'EVENT_UPLOAD_LIMIT', 0),
    userUploadLimit: wholeNumber(env, 'USER_UPLOAD_LIMIT', 0) ?? 2000,
    maxUploadBytes: wholeNumber(env, 'MAX_UPLOAD_BYTES', LEAST_UPLOAD_BYTES) ?? MAX_UPLOAD_BYTES,
    moderation: oneOf(env, 'MODERATION', MODERATIONS) ?? 'nsfwjs',
    moderationThreshold: share(env, 'MODERATION_THRESHOLD') ?? 0.7,
    allowedOrigins: origins(env, 'ALLOWED_ORIGINS'),
    trustedProxies: wholeNumber(env, 'TRUST_PROXY', 0, 10) ?? 0,
    hasWorker: onOrOff(env, 'SERVICE_WORKER') ?? true,
    logLevel,
    productSlug: productSlug(env) ?? DEFAULT_PRODUCT.slug,
    termsUrl: webAddress(env, 'TERMS_URL')?.href,
    privacyUrl: webAddress(env, 'PRIVACY_URL')?.href,
    defaultCountry: country(env, 'DEFAULT_COUNTRY'),
  }
}

/** The settings that say where an installation lies, whatever the others are. */
export function readPlaces(env: Env): Places {
  return {
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: databaseUrl(env),
    s3: readS3Settings(env),
  }
}

/** One process alone has the embedded database: what it does not do would never be done. */
function readRole(env: Env, { databaseUrl }: Places): Config['role'] {
  const role = oneOf(env, 'ROLE', ROLES) ?? 'all'
  if (role === 'all' || databaseUrl !== undefined) return role
  throw new ConfigError(
    `ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process, which does everything.`,
  )
}

type Env = Readonly<Record<string, string | undefined>>

function wholeNumber(
  env: Env,
  name: string,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = env[name]
  if (!text) return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value
  throw bad(
    name,
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `${min} to ${max}`,
  )
}

function onOrOff(env: Env, name: string): boolean | undefined {
  const word = oneOf(env, name, ['on', 'off'])
  return word && word === 'on'
}

function oneOf<Word extends string>(
  env: Env,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = env[name]
  const word = words.find((one) => one === text)
  if (text && !word) throw bad(name, words.join(', '))
  return word
}

/** More than nothing, at most all. */
function share(env: Env, name: string): number | undefined {
  const text = env[name]
  if (!text) return undefined
  const value = Number(text)
  if (value > 0 && value <= 1) return value
  throw bad(name, 'a number above 0, at most 1')
}

/** In production people have to come by HTTPS: without it a browser keeps nothing for when there is no connection. */
function publicUrl(env: Env): string | undefined {
  const may = 'an address without a path, like https://orma.example'
  const url = webAddress(env, 'PUBLIC_URL', may)
  if (url && url.href !== `${url.origin}/`) throw bad('PUBLIC_URL', may)
  if (env.NODE_ENV !== 'production') return url?.origin
  if (!url) {
    throw new ConfigError(
      'PUBLIC_URL is missing: in production it has to be the address people use, such as https://photos.example.org.',
    )
  }
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'https:' || isLocal) return url.origin
  throw new ConfigError('PUBLIC_URL has to begin with https:// in production.')
}

function webAddress(
  env: Env,
  name: string,
  may = 'an address like https://orma.example',
): URL | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw bad(name, may)
}

/** As browsers send them: whatever is more than an origin would never be one. */
function origins(env: Env, name: string): readonly string[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim().replace(/\/$/, ''))
  const given = texts.filter((text) => text !== '')
  if (given.every((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text)) return given
  throw bad(name, 'origins like https://orma.example,https://photos.example')
}

/** One of those that the phone field has. */
function country(env: Env, name: string): string | undefined {
  const text = env[name]?.toUpperCase()
  if (!text || isSupportedCountry(text)) return text || undefined
  throw bad(name, 'the two letters of a country, like DE (ISO 3166-1 alpha-2)')
}

function productSlug(env: Env): string | undefined {
  const text = env.PRODUCT_SLUG
  if (!text || isProductSlug(text)) return text || undefined
  throw bad('PRODUCT_SLUG', SLUG_RULE)
}

function databaseUrl(env: Env): string | undefined {
  const text = env.DATABASE_URL
  if (!text) return undefined
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw bad('DATABASE_URL', 'an address like postgres://user:password@host:5432/orma')
}

function callingCodes(env: Env): readonly string[] | undefined {
  if (!env.SMS_COUNTRIES) return undefined
  const codes = env.SMS_COUNTRIES.split(',').map((code) => code.trim().replace(/^\+/, ''))
  if (codes.every((code) => /^[1-9]\d{0,3}$/.test(code))) return codes
  throw bad('SMS_COUNTRIES', 'calling codes like 1,44,91, without a zero in front')
}
