import { AwsClient } from 'aws4fetch'
import type { S3Settings } from './s3-settings.ts'

/** The same address comes again for this long, so that browsers find in their cache what they have. */
const SAME_MS = 3_600_000
/** From the beginning of that time. */
const VALID_SECONDS = 7200

/** The bucket as browsers reach it, at addresses that are signed and hold for one to two hours. */
export interface PublicBucket {
  origin: string
  /** `sameMs`: how long it is the address of this blob. `isCors`: whether the answer is to be read by a script. */
  addressOf: (
    key: string,
    answer: { contentType: string; cacheControl: string; isCors: boolean },
  ) => Promise<{ address: string; sameMs: number }>
}

export function createPublicBucket(
  { publicUrl, bucket, region, accessKeyId, secretAccessKey }: S3Settings & { publicUrl: string },
  now: () => number,
): PublicBucket {
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  // Some stores give each bucket a host of its own.
  const isOfBucket = new URL(publicUrl).hostname.startsWith(`${bucket}.`)
  const base = isOfBucket ? publicUrl : `${publicUrl}/${bucket}`

  return {
    origin: publicUrl,
    async addressOf(key, { contentType, cacheControl, isCors }) {
      const since = Math.floor(now() / SAME_MS) * SAME_MS
      const url = new URL(`${base}/${key}`)
      url.searchParams.set('response-content-type', contentType)
      url.searchParams.set('response-cache-control', cacheControl)
      // Two addresses: an answer without CORS that a browser has cached must not be taken for one with it.
      url.searchParams.set('X-Amz-Expires', String(VALID_SECONDS + (isCors ? 1 : 0)))
      const datetime = new Date(since).toISOString().replaceAll(/[:-]|\.\d+/g, '')
      const signed = await signer.sign(url, { aws: { signQuery: true, datetime } })
      return { address: signed.url, sameMs: since + SAME_MS - now() }
    },
  }
}
