import { eventHashOfPath } from '../../../contract/document.ts'
import { isPicture } from '../../api/api-host.ts'
import { wasGivenUp } from '../../ui/pictures/failed-pictures.ts'
import { fetchPicture } from '../picture-quota.ts'

let observer: PerformanceObserver | undefined

/**
 * Caches the pictures that this page shows but that passed no worker, because none ran yet: reads them from the browser's HTTP
 * cache, which does not last. Begins once there is a worker.
 */
export async function cacheSeenPictures(): Promise<void> {
  if (!('caches' in globalThis && 'serviceWorker' in navigator)) return
  await navigator.serviceWorker.ready
  if (observer) return
  observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const { name, workerStart, initiatorType } = entry
      // The `fetch` calls below are observed too.
      if (workerStart > 0 || initiatorType === 'fetch' || !isPicture(new URL(name))) continue
      if (wasGivenUp(name)) continue
      // For pictures of another host `workerStart` is always 0, though they may be cached. A full device keeps what it has.
      fetchPicture(eventHashOfPath(location.pathname), name).catch(() => undefined)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}
