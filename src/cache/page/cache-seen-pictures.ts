import { eventHashOfPath } from '../../../contract/document.ts'
import { isPicture } from '../../api/api-host.ts'
import { http } from '../../api/http.ts'
import { isLasting } from '../cached-pictures.ts'
import { cachePicture } from '../picture-room.ts'

let observer: PerformanceObserver | undefined

/**
 * Caches the pictures that this page shows and no worker has seen, because there was none yet when they were asked for: out of the
 * browser's own cache, which does not last.
 */
export function cacheSeenPictures(): void {
  if (observer || !('caches' in globalThis)) return
  observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const { name, workerStart, initiatorType } = entry
      // What is asked for here is told of as well.
      if (workerStart > 0 || initiatorType === 'fetch' || !isPicture(new URL(name))) continue
      // A device that is full keeps what it has.
      void cache(name).catch(() => undefined)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

async function cache(url: string): Promise<void> {
  const event_hash = eventHashOfPath(location.pathname)
  // Browsers do not say of another host's pictures that the worker has seen them.
  if (await caches.match(url)) return
  const response = await http.raw(url, { responseType: 'stream' })
  if (isLasting(response)) await cachePicture(event_hash, url, response)
}
