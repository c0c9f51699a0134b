import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import { eventHashOfPath } from '../contract/document.ts'
import { keyHeader } from '../src/api/door-header.ts'
import { scope } from './worker-scope.ts'

/** The Orma on whose page a picture or video is shown. */
export async function ormaOf({
  event,
  request: { referrer },
}: Pick<RouteHandlerCallbackOptions, 'event' | 'request'>): Promise<string | undefined> {
  // The referrer is the page's address as it is now. Another host may get none; then the client's first address is used.
  const client = event instanceof FetchEvent ? event.clientId : ''
  const page = referrer || (await scope.clients.get(client))?.url
  return page ? eventHashOfPath(new URL(page).pathname) : undefined
}

/**
 * A request for a picture or video with what the Orma's door gave this device, where no cookie shows that: the API has another origin
 * than the page. `mustBeRead`: the answer's status and size are looked at, which those to an element's own request hide.
 */
export async function withDoorKey(
  request: Request,
  event_hash: string | undefined,
  mustBeRead: boolean,
): Promise<Request> {
  const shown = await keyHeader(event_hash)
  const isShown = Object.keys(shown).length > 0
  if (!isShown && !(mustBeRead && request.mode === 'no-cors')) return request
  const range = request.headers.get('range')
  return new Request(request.url, { headers: { ...shown, ...(range && { range }) } })
}
