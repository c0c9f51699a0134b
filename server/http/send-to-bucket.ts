import type { PublicBucket } from '../blobs/public-bucket.ts'
import { MEDIA_HEADERS } from './security-headers.ts'
import { LASTING } from './serve-blob.ts'

/**
 * Sends the reader of a blob that never changes on to the bucket itself. Browsers say whether a script will read it; one that does
 * not say so shows it.
 */
export async function sendToBucket(
  request: Request,
  bucket: PublicBucket,
  key: string,
  contentType: string,
): Promise<Response> {
  const isCors = request.headers.get('sec-fetch-mode') === 'cors'
  const answer = { contentType, cacheControl: LASTING, isCors }
  const { address, sameMs } = await bucket.addressOf(key, answer)
  return new Response(null, {
    status: 302,
    headers: {
      ...MEDIA_HEADERS,
      location: address,
      'cache-control': `private, max-age=${Math.floor(sameMs / 1000)}`,
      vary: 'Sec-Fetch-Mode',
    },
  })
}
