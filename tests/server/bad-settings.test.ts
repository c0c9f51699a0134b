import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startUntilEnd } from '../support/failed-start.ts'

const ADDRESS = 'an address like https://orma.example'
const COUNTRY = 'the two letters of a country, like DE (ISO 3166-1 alpha-2)'
const ORIGINS = 'origins like https://orma.example,https://photos.example'
const SHARE = 'a number above 0, at most 1'
const CODES = 'calling codes like 1,44,91, without a zero in front'
const SITE = 'an address without a path, like https://orma.example'
const SLUG =
  'letters, digits, hyphens and underscores, not highlight, post, posts, timeline, uploads'

it.each([
  ['ALLOWED_ORIGINS', '*', ORIGINS],
  ['ALLOWED_ORIGINS', 'https://orma.example/app', ORIGINS],
  ['ALLOWED_ORIGINS', 'https://orma.example, orma.example', ORIGINS],
  ['ALLOWED_ORIGINS', 'capacitor://localhost', ORIGINS],
  ['DEFAULT_COUNTRY', 'Germany', COUNTRY],
  ['DEFAULT_COUNTRY', 'UK', COUNTRY],
  ['DEFAULT_COUNTRY', '49', COUNTRY],
  ['MAX_UPLOAD_BYTES', '1', 'a whole number from 100000'],
  ['MODERATION', 'on', 'nsfwjs, off'],
  ['MODERATION_THRESHOLD', '70%', SHARE],
  ['MODERATION_THRESHOLD', '0', SHARE],
  ['MODERATION_THRESHOLD', '1.01', SHARE],
  ['NODE_ENV', 'prod', 'production, development, test'],
  ['PRODUCT_SLUG', 'a b', SLUG],
  ['PRODUCT_SLUG', 'reel/days', SLUG],
  ['PRODUCT_SLUG', 'uploads', SLUG],
  ['PUBLIC_URL', 'https://orma.example/orma', SITE],
  ['PUBLIC_URL', 'https://olga@orma.example', SITE],
  ['PUBLIC_URL', 'orma.example', SITE],
  ['ROLE', 'webb', 'all, web, worker'],
  ['SMS_COUNTRIES', '0049', CODES],
  ['SMS_COUNTRIES', '1,044', CODES],
  ['SMS_COUNTRIES', 'DE', CODES],
  ['TERMS_URL', 'javascript:alert(1)', ADDRESS],
  ['PRIVACY_URL', 'venue.example/privacy', ADDRESS],
])('%s as %j stops the start with one line that says what it may be', async (name, value, may) => {
  const DATA_DIR = join(tmpdir(), 'orma-never-made')
  expect(await startUntilEnd({ DATA_DIR, [name]: value })).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. ${name} has a value that cannot be used; allowed: ${may}.\n`,
  })
})

/** Starts a server in production that lacks nothing but what `settings` take from it. */
const startInProduction = (settings: Record<string, string>) =>
  startUntilEnd({
    DATA_DIR: join(tmpdir(), 'orma-never-made'),
    NODE_ENV: 'production',
    ALLOW_CONSOLE_SMS: '1',
    PUBLIC_URL: 'https://orma.example',
    ...settings,
  })

it.each([
  [
    { ALLOW_CONSOLE_SMS: '' },
    'SMS_PROVIDER=console writes sign-in codes to the log: set ALLOW_CONSOLE_SMS=1 to allow that in production.',
  ],
  [
    { PUBLIC_URL: '' },
    'PUBLIC_URL is missing: in production it has to be the address people use, such as https://photos.example.org.',
  ],
  [{ PUBLIC_URL: 'http://orma.example' }, 'PUBLIC_URL has to begin with https:// in production.'],
])('%j stops a start in production with one line', async (settings, why) => {
  expect(await startInProduction(settings)).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. ${why}\n`,
  })
})

it.each(['web', 'worker'])(
  'ROLE as "%s" without DATABASE_URL stops the start with one line that says why',
  async (ROLE) => {
    const DATA_DIR = join(tmpdir(), 'orma-never-made')
    expect(await startUntilEnd({ DATA_DIR, ROLE })).toEqual({
      code: 1,
      out: '',
      error: `Orma cannot start. ROLE=${ROLE} needs DATABASE_URL: the embedded database belongs to one process, which does everything.\n`,
    })
  },
)

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'orma-photos',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

it.each([
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
])('%j stops the start with one line that says what a bucket needs', async (settings, why) => {
  const DATA_DIR = join(tmpdir(), 'orma-never-made')
  expect(await startUntilEnd({ DATA_DIR, ...settings })).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. ${why}\n`,
  })
})
