import { eventHashOfPath } from '../../../contract/document.ts'
import { http } from '../../api/http.ts'
import { logFailure } from '../../api/api-error.ts'
import { isLasting } from '../../cache/cached-pictures.ts'
import { cachePicture } from '../../cache/picture-quota.ts'

/** A film's music as a whole, cached with the film's pictures. Undefined where it cannot be had within `patienceMs`. */
export async function loadMusic(url: string, patienceMs: number): Promise<Blob | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await http.raw(url, { responseType: 'stream', signal })
    await cacheUnseen(url, response)
    return await response.blob()
  } catch (error) {
    logFailure('The music of the film could not be loaded:', error)
    return undefined
  }
}

/** The worker caches what passes it; on a first visit it may not run yet. */
async function cacheUnseen(url: string, response: Response): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker || serviceWorker.controller || !isLasting(response)) return
  // A full device plays it all the same.
  await cachePicture(eventHashOfPath(location.pathname), url, response).catch(() => undefined)
}
