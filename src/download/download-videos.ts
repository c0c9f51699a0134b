import { KEPT_VIDEO_BYTES } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'
import { listIds } from '../cache/cache-database.ts'
import { cachedVideos, forgetPictures, sizeOf } from '../cache/cached-pictures.ts'
import { readPosts } from '../cache/cached-posts.ts'
import { cachePicture } from '../cache/picture-quota.ts'
import { expectWanted } from './expect-wanted.ts'
import { fetchUntilSilent } from './fetch-until-silent.ts'

/** Addresses of videos for which there was no room: not asked for again until somebody begins a download. */
const unfit = new Set<string>()

/**
 * Caches the videos of a kept Orma, the newest first, as far as they may take room; forgets older ones. Gives whether all
 * for which there is room are here. `isBegun`: somebody has just begun the download.
 */
export async function downloadVideos(
  { event_hash, signal, isBegun }: { event_hash: string; signal: AbortSignal; isBegun: boolean },
  posts: readonly Post[],
): Promise<boolean> {
  if (isBegun) unfit.clear()
  const here = await cachedVideos(event_hash)
  const tooMany: string[] = []
  let left = KEPT_VIDEO_BYTES
  let isFull = false
  let isAll = true
  for (const url of posts.flatMap(({ video_url }) => video_url ?? [])) {
    const known = here.get(new URL(url, location.href).href)
    isFull ||= unfit.has(url) || (known !== undefined && known > left)
    if (isFull) {
      if (known !== undefined) tooMany.push(url)
      continue
    }
    if (known !== undefined) {
      left -= known
      continue
    }
    const response = await fetchUntilSilent(url, { signal })
    const bytes = sizeOf(response)
    if (bytes > left) {
      isFull = true
      unfit.add(url)
      await response.body?.cancel()
      continue
    }
    await expectWanted(event_hash)
    try {
      if (await cachePicture(event_hash, url, response)) left -= bytes
      else isAll = false
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      isFull = true
      unfit.add(url)
    }
  }
  await forgetPictures(event_hash, tooMany)
  return isAll
}

/** How many of an Orma's videos are on this device, of how many, and how many bytes they take. */
export async function countVideos(event_hash: string) {
  const posts = await readPosts(event_hash, await listIds(event_hash))
  const here = await cachedVideos(event_hash)
  const bytes = [...here.values()].reduce((sum, size) => sum + size, 0)
  return { here: here.size, all: posts.filter(({ video_url }) => video_url).length, bytes }
}
