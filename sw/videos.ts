import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { createPartialResponse } from 'workbox-range-requests'
import { isVideo } from '../src/api/api-host.ts'

export function isVideoAsked({ url }: RouteMatchCallbackOptions): boolean {
  return isVideo(url)
}

/** A video that is kept on this device, or the part of it that is asked for; any other from the network, which caches nothing. */
export async function answerVideo({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  // Storage in trouble counts as empty.
  const kept = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined)
  if (!kept) return fetch(request)
  return request.headers.has('range') ? createPartialResponse(request, kept) : kept
}
