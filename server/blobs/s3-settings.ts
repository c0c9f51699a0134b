import { badSetting, ConfigError } from '../config-error.ts'

/** A bucket of an S3-compatible store. */
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

type Env = Readonly<Record<string, string | undefined>>

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** The bucket that photos are kept in; undefined: they are files below DATA_DIR. Throws a ConfigError. */
export function readS3Settings(env: Env): S3Settings | undefined {
  const given = {
    S3_ENDPOINT: env.S3_ENDPOINT || undefined,
    S3_BUCKET: env.S3_BUCKET || undefined,
    S3_REGION: env.S3_REGION || undefined,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID || undefined,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY || undefined,
  }
  const [missing, set] = [isMissing, isSet].map((which) =>
    Object.entries(given).flatMap(([name, value]) => (which(value) ? [name] : [])),
  ) as [string[], string[]]
  const publicUrl = env.S3_PUBLIC_URL || undefined
  if (set.length === 0 && publicUrl === undefined) return undefined
  if (missing.length > 0) {
    throw new ConfigError(
      `${set.concat(publicUrl === undefined ? [] : 'S3_PUBLIC_URL').join(', ')} without ${missing.join(', ')}: photos lie in a bucket only where all of these are set.`,
    )
  }
  const bucket = given.S3_BUCKET ?? ''
  if (!BUCKET.test(bucket)) throw badSetting('S3_BUCKET', 'the name of a bucket, like orma-photos')
  return {
    endpoint: originOf('S3_ENDPOINT', given.S3_ENDPOINT ?? ''),
    bucket,
    region: given.S3_REGION ?? '',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
    publicUrl: publicUrl === undefined ? undefined : originOf('S3_PUBLIC_URL', publicUrl),
  }
}

const isSet = (value: string | undefined) => value !== undefined
const isMissing = (value: string | undefined) => value === undefined

function originOf(name: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw badSetting(name, 'an address without a path, like https://s3.eu-central-1.amazonaws.com')
}
