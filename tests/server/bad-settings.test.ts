import { expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { OperatorError } from '../../server/settings/read-settings.ts'

const ADDRESS = 'an address like https://orma.example'
const COUNTRY = 'the two letters of a country, like DE (ISO 3166-1 alpha-2)'
const ORIGINS = 'origins like https://orma.example,https://photos.example'
const SHARE = 'a number above 0, at most 1'
const DATABASE =
  'an address like postgres://user:password@host:5432/orma, with special characters of the password percent-encoded (/ is %2F, @ is %40)'
const PHONES = 'phone numbers like +12025550142,+4915112345678'
const CREATORS = `anyone, invited, or ${PHONES}`
const CODES = 'calling codes like 1,44,91, without a zero in front'
const SITE = 'an address without a path, like https://orma.example'
const SLUG =
  'letters, digits, hyphens and underscores, not highlight, post, posts, timeline, uploads'

/** Which line this makes on standard error: `sms-settings.test.ts`. */
function expectRefused(settings: Record<string, string>, why: string): void {
  expect(() => readConfig(settings)).toThrow(new OperatorError(why))
}

it.each([
  ['ALLOWED_ORIGINS', '*', ORIGINS],
  ['ALLOWED_ORIGINS', 'https://orma.example/app', ORIGINS],
  ['ALLOWED_ORIGINS', 'capacitor://localhost', ORIGINS],
  ['DATABASE_URL', 'postgres://orma:p/w@1@127.0.0.1/orma', DATABASE],
  ['DEFAULT_COUNTRY', 'UK', COUNTRY],
  ['DEFAULT_COUNTRY', '49', COUNTRY],
  ['MAX_UPLOAD_BYTES', '1', 'a whole number from 100000'],
  ['MAX_VIDEO_BYTES', '5000000000', '100000 to 2147483648'],
  ['MAX_VIDEO_SECONDS', '0', '1 to 3600'],
  ['MODERATION', 'on', 'nsfwjs, off'],
  ['MODERATION_THRESHOLD', '0', SHARE],
  ['MODERATION_THRESHOLD', '1.01', SHARE],
  ['NODE_ENV', 'prod', 'production, development, test'],
  ['PRODUCT_SLUG', 'reel/days', SLUG],
  ['PRODUCT_SLUG', 'uploads', SLUG],
  ['PUBLIC_URL', 'https://orma.example/orma', SITE],
  ['PUBLIC_URL', 'https://olga@orma.example', SITE],
  ['ROLE', 'webb', 'all, web, worker'],
  ['SMS_COUNTRIES', '1,044', CODES],
  ['SMS_COUNTRIES', 'DE', CODES],
  ['CREATE_ORMAS', 'nobody', CREATORS],
  ['CREATE_ORMAS', '+12025550142,555', CREATORS],
  ['ADMIN_PHONES', '12025550142', PHONES],
  ['STORAGE_LIMIT', '50', 'a whole number from 10000000'],
  ['TERMS_URL', 'javascript:alert(1)', ADDRESS],
  ['PRIVACY_URL', 'venue.example/privacy', ADDRESS],
])('%s as %j is refused with what it may be', (name, value, may) => {
  expectRefused({ [name]: value }, `${name} has a value that cannot be used; allowed: ${may}.`)
})

/** All that a server in production needs. */
const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_CONSOLE_SMS: '1',
  PUBLIC_URL: 'https://orma.example',
}
const BUCKET = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'orma-photos',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

const ROLE_NEEDS =
  'needs DATABASE_URL: the embedded database belongs to one process, which does everything.'

it.each([
  [
    { ...PRODUCTION, ALLOW_CONSOLE_SMS: '' },
    'SMS_PROVIDER=console writes sign-in codes to the log: set ALLOW_CONSOLE_SMS=1 to allow that in production.',
  ],
  [
    { ...PRODUCTION, PUBLIC_URL: '' },
    'PUBLIC_URL is missing: in production it has to be the address people use, such as https://photos.example.org.',
  ],
  [
    { ...PRODUCTION, PUBLIC_URL: 'http://orma.example' },
    'PUBLIC_URL has to begin with https:// in production.',
  ],
  [{ ROLE: 'web' }, `ROLE=web ${ROLE_NEEDS}`],
  [{ ROLE: 'worker' }, `ROLE=worker ${ROLE_NEEDS}`],
  [
    { ...BUCKET, S3_REGION: '', S3_SECRET_ACCESS_KEY: '' },
    'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID without S3_REGION, S3_SECRET_ACCESS_KEY: photos lie in a bucket only where all of these are set.',
  ],
  [
    { S3_PUBLIC_URL: 'https://s3.example.org' },
    'S3_PUBLIC_URL without S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: photos lie in a bucket only where all of these are set.',
  ],
  [
    { ...BUCKET, S3_ENDPOINT: 'https://s3.example.org/orma-photos' },
    'S3_ENDPOINT has a value that cannot be used; allowed: an address without a path, like https://s3.eu-central-1.amazonaws.com.',
  ],
  [
    { ...BUCKET, S3_BUCKET: 'Photos of Orma' },
    'S3_BUCKET has a value that cannot be used; allowed: the name of a bucket, like orma-photos.',
  ],
])('settings that do not go together are refused with why: %j', (settings, why) => {
  expectRefused(settings, why)
})
