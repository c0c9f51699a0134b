import { eventHashOfPath } from '../../../contract/document.ts'
import { isPicture } from '../../api/api-host.ts'
import { http } from '../../api/http.ts'
import { wasGivenUp } from '../../ui/give-up-picture.ts'
import { isLasting } from '../cached-pictures.ts'
import { cachePicture } from '../picture-room.ts'

let observer: PerformanceObserver | undefined

/**
 * Caches the pictures that this page shows but that passed no worker, because none ran yet: reads them from the browser's HTTP
 * cache, which does not last.
 */
export function cacheSeenPictures(): void {
  if (observer || !('caches' in globalThis)) return
  observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const { name, workerStart, initiatorType } = entry
      // The `fetch` calls below are observed too.
      if (workerStart > 0 || initiatorType === 'fetch' || !isPicture(new URL(name))) continue
      if (wasGivenUp(name)) continue
      // A full device keeps what it has.
      void cache(name).catch(() => undefined)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

async function cache(url: string): Promise<void> {
  const event_hash = eventHashOfPath(location.pathname)
  // For pictures of another host `workerStart` is always 0.
  if (await caches.match(url)) return
  const response = await http.raw(url, { responseType: 'stream' })
  if (isLasting(response)) await cachePicture(event_hash, url, response)
}
