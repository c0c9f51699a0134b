import { eventHashOfPath } from '../contract/document.ts'
import { apiOrigin } from '../src/api/api-host.ts'
import { imageCacheName, keepImage } from '../src/device/kept-images.ts'
import { scope } from './worker-scope.ts'

/** A picture from this device where it is, else from the network; it is kept then with the Orma on whose page it is shown. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const event_hash = await ormaOf(event)
  const kept = await findImage(event_hash, request.url)
  if (kept) return kept
  try {
    const response = await fetchImage(request)
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

/** From another host an element asks without leave to read: such an answer tells neither what nor how large it is. */
function fetchImage(request: Request): Promise<Response> {
  return fetch(apiOrigin === scope.location.origin ? request : request.url)
}

/** What is not for everyone is not to be kept. */
function isLasting({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('cache-control')?.includes('immutable') ?? false)
}

/** The referrer is the page's address as it is now; where it is not told to the pictures' host, the browser knows the page. */
async function ormaOf({
  request: { referrer },
  clientId,
}: FetchEvent): Promise<string | undefined> {
  const page = referrer || (await scope.clients.get(clientId))?.url
  return page ? eventHashOfPath(new URL(page).pathname) : undefined
}
