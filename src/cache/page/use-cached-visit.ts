import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isPaused } from '../../api/refused-orma.ts'
import { queryKeys } from '../query-keys.ts'
import { cacheSeenPictures } from './cache-seen-pictures.ts'
import { freeSpace } from '../picture-quota.ts'
import { visitOrma } from '../query-persister.ts'

/** Caches what is shown of an Orma, from then on, once it is known to exist. What is only looked up in passing is not cached. */
export function useCachedVisit(event_hash: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (event_hash === undefined) return undefined
    const look = () => {
      const state = queryClient.getQueryState(queryKeys.event(event_hash))
      if (!state?.data && !isPaused(state?.error)) return
      stop()
      // In a task of its own: React runs the effects of a whole page in one.
      setTimeout(() => {
        // Its pictures may have come before it was the last one visited. Rejects without https, where there are no caches.
        const visiting = visitOrma(queryClient, event_hash).then(() => freeSpace(event_hash))
        visiting.catch(() => undefined)
        void cacheSeenPictures()
      })
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
    return stop
  }, [queryClient, event_hash])
}
