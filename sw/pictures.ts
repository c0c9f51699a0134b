import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { CacheFirst } from 'workbox-strategies'
import { eventHashOfPath } from '../contract/document.ts'
import { apiOrigin, isPicture } from '../src/api/api-host.ts'
import { makeRoom } from '../src/cache/picture-room.ts'
import { isLasting, pictureCacheName } from '../src/cache/cached-pictures.ts'
import { answerBy, troubleIsEmpty } from './answer-by.ts'
import { scope } from './worker-scope.ts'

/** Players ask for music in parts, which the browser does better: a film asks for it as a whole, and that is cached. */
export function isPictureAsked({ url, request }: RouteMatchCallbackOptions): boolean {
  return isPicture(url) && !request.headers.has('range')
}

/** A picture from this device where it is, else from the network; it is cached then with the Orma on whose page it is shown. */
export async function answerPicture(options: RouteHandlerCallbackOptions): Promise<Response> {
  return answerBy(keptWith(await ormaOf(options)), options)
}

function keptWith(event_hash: string | undefined): CacheFirst {
  return new CacheFirst({
    cacheName: pictureCacheName(event_hash),
    plugins: [
      troubleIsEmpty,
      {
        cacheKeyWillBeUsed: async ({ request }) => request.url,
        // Where it should lie, or anywhere: a card shows the same picture as the page it leads to.
        cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
          cachedResponse ?? caches.match(request),
        requestWillFetch: async ({ request }) => readable(request),
        cacheWillUpdate: async ({ response }) => (isLasting(response) ? response : null),
        cacheDidUpdate: ({ newResponse }) => makeRoom(event_hash, newResponse),
        // A phone that was turned asks for another size of the same picture.
        handlerDidError: async ({ request: { url } }) => caches.match(url, { ignoreSearch: true }),
      },
    ],
  })
}

/** From another host an element asks without leave to read: such an answer tells neither what nor how large it is. */
function readable(request: Request): Request {
  return apiOrigin === scope.location.origin ? request : new Request(request.url)
}

/** The referrer is the page's address as it is now; where it is not told to the pictures' host, the browser knows the page. */
async function ormaOf({
  event,
  request: { referrer },
}: RouteHandlerCallbackOptions): Promise<string | undefined> {
  const client = event instanceof FetchEvent ? event.clientId : ''
  const page = referrer || (await scope.clients.get(client))?.url
  return page ? eventHashOfPath(new URL(page).pathname) : undefined
}
