import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { createPartialResponse } from 'workbox-range-requests'
import { isVideo } from '../src/api/api-host.ts'
import { ormaOf, withDoorKey } from './shown-media.ts'

export function isVideoAsked({ url }: RouteMatchCallbackOptions): boolean {
  return isVideo(url)
}

/** A video that is kept on this device, or the part of it that is asked for; any other from the network, which caches nothing. */
export async function answerVideo(options: RouteHandlerCallbackOptions): Promise<Response> {
  const { request } = options
  // Storage in trouble counts as empty.
  const kept = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined)
  if (!kept) return fetch(await withDoorKey(request, await ormaOf(options), false))
  return request.headers.has('range') ? createPartialResponse(request, kept) : kept
}
