import { eventHashOfPath } from '../contract/document.ts'
import { MEDIA_BASE } from '../contract/routes.ts'
import { imageCacheName, keepImage } from '../src/device/kept-images.ts'

/** Whether a request is for a picture whose address says what it shows for ever. */
export function isImage({ pathname }: URL): boolean {
  return pathname.startsWith(`${MEDIA_BASE}/`)
}

/** A picture from this device where it is, else from the network; it is kept then with the Orma on whose page it is shown. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const event_hash = ormaOf(request)
  const kept = await findImage(event_hash, request.url)
  if (kept) return kept
  try {
    const response = await fetch(request)
    if (isLasting(response)) {
      const copy = response.clone()
      event.waitUntil(keepImage(event_hash, request.url, copy).catch(console.error))
    }
    return response
  } catch (error) {
    // A phone that was turned asks for another size of the same picture.
    const other = await caches.match(request.url, { ignoreSearch: true })
    if (other) return other
    throw error
  }
}

/** Where it should lie, or anywhere: a card shows the same picture as the page it leads to. */
async function findImage(event_hash: string | undefined, url: string) {
  const cacheName = imageCacheName(event_hash)
  return (await caches.match(url, { cacheName })) ?? caches.match(url)
}

/** Opaque responses tell neither whether they are pictures nor how large they are; what is not for everyone is not to be kept. */
function isLasting({ status, type, headers }: Response): boolean {
  const isForAll = headers.get('cache-control')?.includes('immutable') ?? false
  return status === 200 && type === 'basic' && isForAll
}

function ormaOf({ referrer }: Request): string | undefined {
  return referrer ? eventHashOfPath(new URL(referrer).pathname) : undefined
}
