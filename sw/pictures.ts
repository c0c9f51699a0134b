import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { CacheFirst } from 'workbox-strategies'
import { hasWidths } from '../contract/image-widths.ts'
import { apiOrigin, isPicture } from '../src/api/api-host.ts'
import { freeSpace } from '../src/cache/picture-quota.ts'
import { isLasting, pictureCacheName, withoutRedirect } from '../src/cache/cached-pictures.ts'
import { answerBy, troubleIsEmpty } from './answer-by.ts'
import { ormaOf, withDoorKey } from './shown-media.ts'
import { scope } from './worker-scope.ts'

/** Whether pictures come from another host. That our server sends their readers on to one is seen at the first. */
let areElsewhere = apiOrigin !== scope.location.origin

/**
 * Not music for the player, which asks for it in parts, as browsers handle these better. The film loads it as a whole, and caches
 * that.
 */
export function isPictureAsked({ url, request }: RouteMatchCallbackOptions): boolean {
  return isPicture(url) && !request.headers.has('range')
}

/** A picture from the cache, else from the network; it is then cached with the Orma on whose page it is shown. */
export async function answerPicture(options: RouteHandlerCallbackOptions): Promise<Response> {
  return answerBy(cacheFirst(await ormaOf(options)), options)
}

function cacheFirst(event_hash: string | undefined): CacheFirst {
  const cacheName = pictureCacheName(event_hash)
  let wasThere = false
  return new CacheFirst({
    cacheName,
    plugins: [
      troubleIsEmpty,
      {
        cacheKeyWillBeUsed: async ({ request }) => request.url,
        // In the Orma's cache, or in any: a card shows the same picture as the page it leads to.
        cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
          cachedResponse ?? caches.match(request),
        async requestWillFetch({ request }) {
          wasThere = await caches.has(cacheName)
          return withDoorKey(request, event_hash, areElsewhere)
        },
        async fetchDidSucceed({ request, response }) {
          if (response.type !== 'opaque') return response
          areElsewhere = true
          return fetch(await withDoorKey(request, event_hash, areElsewhere))
        },
        async cacheWillUpdate({ response }) {
          if (!isLasting(response)) return null
          // An Orma that was forgotten while its picture was on the way must not begin anew.
          return wasThere && !(await caches.has(cacheName)) ? null : withoutRedirect(response)
        },
        cacheDidUpdate: ({ newResponse }) => freeSpace(event_hash, newResponse),
        // A phone that was turned asks for another width of the same picture. The browser goes through all that is cached for
        // such a match: not for photos, of which somebody may scroll past a thousand before they come.
        handlerDidError: async ({ request: { url } }) =>
          hasWidths(url) ? caches.match(url, { ignoreSearch: true }) : undefined,
      },
    ],
  })
}
