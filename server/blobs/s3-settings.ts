import * as v from 'valibot'
import {
  OperatorError,
  origin,
  readSettings,
  sets,
  text,
  textLike,
} from '../settings/read-settings.ts'
import type { Env } from '../settings/read-settings.ts'

export interface S3Settings {
  /** Origin of the store, without a slash at its end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Origin at which browsers reach the bucket; undefined: they are given its blobs by this server. */
  publicUrl: string | undefined
}

const EXAMPLE = 'https://s3.eu-central-1.amazonaws.com'

/** All of them are needed. */
const BUCKET_SETTINGS = {
  S3_ENDPOINT: v.pipe(
    v.optional(origin(EXAMPLE)),
    sets('photos in a bucket: the address of any S3-compatible store', 'folder in `DATA_DIR`'),
  ),
  S3_BUCKET: v.pipe(
    v.optional(
      textLike(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket, like orma-photos'),
    ),
    sets('the bucket'),
  ),
  S3_REGION: v.pipe(v.optional(text), sets('the region of the bucket, as its provider names it')),
  S3_ACCESS_KEY_ID: v.pipe(
    v.optional(text),
    sets('a key that may list, read, write and delete in it'),
  ),
  S3_SECRET_ACCESS_KEY: v.pipe(v.optional(text), sets('its secret')),
}

export const S3_SETTINGS = {
  ...BUCKET_SETTINGS,
  S3_PUBLIC_URL: v.pipe(
    v.optional(origin(EXAMPLE)),
    sets(
      'an origin at which browsers get photos from the bucket themselves ([more](README.md#photos-in-a-bucket))',
      'through the server',
    ),
  ),
}

/** The bucket that photos are kept in; undefined: they are files below DATA_DIR. Throws an OperatorError. */
export function readS3Settings(env: Env): S3Settings | undefined {
  const given = readSettings(S3_SETTINGS, env)
  const set = Object.keys(S3_SETTINGS).filter((name) => env[name])
  const missing = Object.keys(BUCKET_SETTINGS).filter((name) => !env[name])
  if (set.length === 0) return undefined
  if (missing.length > 0) {
    throw new OperatorError(
      `${set.join(', ')} without ${missing.join(', ')}: photos lie in a bucket only where all of these are set.`,
    )
  }
  const { S3_ENDPOINT = '', S3_BUCKET = '', S3_REGION = '', S3_PUBLIC_URL } = given
  const { S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = given
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicUrl: S3_PUBLIC_URL,
  }
}
