import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isClosed } from '../../api/refused-orma.ts'
import { queryKeys } from '../query-keys.ts'
import { freeSpace, fetchPicture } from '../picture-quota.ts'
import { visitOrma } from '../query-persister.ts'
import { eventHashOfPath } from '../../../contract/document.ts'
import { isPicture } from '../../api/api-host.ts'
import { wasGivenUp } from '../../ui/pictures/failed-pictures.ts'

/** Caches what is shown of an Orma, from then on, once it is known to exist. What is only looked up in passing is not cached. */
export function useCachedVisit(event_hash: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (event_hash === undefined) return undefined
    const look = () => {
      const state = queryClient.getQueryState(queryKeys.event(event_hash))
      if (!state?.data && !isClosed(state?.error)) return
      stop()
      // In a task of its own: React runs the effects of a whole page in one.
      setTimeout(() => {
        // Its pictures may have come before it was the last one visited. Rejects without https, where there are no caches.
        const visiting = visitOrma(queryClient, event_hash).then(() => freeSpace(event_hash))
        visiting.catch(() => undefined)
        cacheSeenPictures()
      })
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
    return stop
  }, [queryClient, event_hash])
}

let observer: PerformanceObserver | undefined

/**
 * Caches the pictures that this page shows but that passed no worker, because none ran yet: reads them from the browser's HTTP
 * cache, which does not last.
 */
function cacheSeenPictures(): void {
  if (observer || !('caches' in globalThis && 'serviceWorker' in navigator)) return
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
