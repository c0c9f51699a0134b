import type { BlobStore, ByteRange } from '../blobs/blob-store.ts'
import { MEDIA_HEADERS } from './security-headers.ts'
import type { PublicBucket } from '../blobs/public-bucket.ts'

const YEAR_SECONDS = 31_536_000
/** Of what nobody may keep. */
export const PRIVATE = 'private, no-store'
/**
 * Of what never changes. For no cache but the reader's own: one that is shared would go on giving photos that were deleted, or whose
 * Orma is paused.
 */
const LASTING = `private, max-age=${YEAR_SECONDS}, immutable`
const CONDITIONS = ['range', 'if-none-match']

/**
 * A blob under an address that never changes its content: an ETag, single ranges (RFC 9110 §14), a year of cache by default.
 * Undefined where there is no such blob.
 */
export async function serveBlob(
  request: Request,
  blobs: BlobStore,
  key: string,
  contentType: string,
  cacheControl = LASTING,
): Promise<Response | undefined> {
  // What most ask for, in one call of the store.
  const isPlain = request.method === 'GET' && !CONDITIONS.some((name) => request.headers.has(name))
  const whole = isPlain ? await blobs.open(key) : undefined
  const size = isPlain ? whole?.size : await blobs.size(key)
  if (size === undefined) return undefined
  // The key is the content's own random name, so it is all an ETag needs to tell.
  const etag = `"${key.replaceAll('/', '-')}"`
  const headers: Record<string, string> = {
    ...MEDIA_HEADERS,
    'content-type': contentType,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag,
  }
  if (request.headers.get('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  const range = parseRange(request, size, etag)
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}`, 'cache-control': 'no-store' },
    })
  }
  const blob = whole ?? (request.method === 'HEAD' ? undefined : await blobs.open(key, range))
  if (!blob && request.method !== 'HEAD') return undefined
  const { start, end } = { start: range?.start ?? 0, end: range?.end ?? size - 1 }
  return new Response(blob?.stream ?? null, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
  })
}

/** A blob that nobody may keep, as a whole: an ETag would still tell of it when it is gone. Undefined where there is no such blob. */
export async function servePrivateBlob(
  request: Request,
  blobs: BlobStore,
  key: string,
  contentType: string,
): Promise<Response | undefined> {
  const blob = await blobs.open(key)
  if (!blob) return undefined
  if (request.method === 'HEAD') await blob.stream.cancel()
  return new Response(request.method === 'HEAD' ? null : blob.stream, {
    headers: {
      ...MEDIA_HEADERS,
      'content-type': contentType,
      'content-length': String(blob.size),
      'cache-control': PRIVATE,
    },
  })
}

/** The one range asked for, within the blob; undefined for the whole, also where several are asked for. */
export function parseRange(
  request: Request,
  size: number,
  etag: string,
): Required<ByteRange> | 'unsatisfiable' | undefined {
  const ifRange = request.headers.get('if-range')
  if (ifRange !== null && ifRange !== etag) return undefined
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}

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
