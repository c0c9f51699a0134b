import type { AnyRouteMatch, AnyRouter } from '@tanstack/react-router'
import { http } from '../api/http.ts'

/**
 * Sends a page view to `url` for every page that is opened, the first included. It contains the route's pattern, such as
 * `/{event_hash}/post/{id}`, and nothing that identifies an Orma, a person or a phone.
 */
export function sendPageViews(
  router: Pick<AnyRouter, 'subscribe' | 'state'>,
  address: string,
): void {
  const send = () => void sendPath(pagePattern(router.state.matches), address)
  if (router.state.resolvedLocation) send()
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    // Tabs of a page differ only in the URL hash.
    if (!fromLocation || pathChanged) send()
  })
}

function pagePattern(matches: readonly AnyRouteMatch[]): string {
  const page = matches.at(-1)
  const isNowhere = !page || page.fullPath === '/$' || page.status === 'notFound'
  return isNowhere ? '/404' : page.fullPath.replaceAll(/\$(\w+)/g, '{$1}')
}

async function sendPath(path: string, address: string): Promise<void> {
  try {
    await http(address, {
      method: 'POST',
      body: { path },
      responseType: 'stream',
      // Survives the page, needs no CORS, and sends neither cookie nor referrer.
      keepalive: true,
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
  } catch {
    // Views without a network are not counted.
  }
}
