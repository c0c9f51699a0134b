import type { Post } from '../../contract/entities.ts'
import { PATIENCE_MS, isSilence, isSilent } from '../api/contact.ts'
import { readPage } from './answers.ts'
import type { Key } from './cache-database.ts'

/** Posts after which the page that is shown of a list is as this device has it. */
export const cachedPages = new Set<number | undefined>()

/** The page of a list of posts after one of them as this device has it; undefined where it has not. */
export async function readCachedPage(key: Key, after?: number): Promise<Post[] | undefined> {
  if (after === undefined) return undefined
  const page = await readPage(key, after).catch(() => undefined)
  if (page) cachedPages.add(after)
  return page
}

/** Asks the server; gives what is cached here, where there is something, if it cannot be reached or takes too long. */
export async function askOrCached<T>(
  ask: () => Promise<T>,
  readCached: () => Promise<T | undefined>,
): Promise<T> {
  const heard = ask().catch(async (error: unknown) => {
    const cached = isSilence(error) ? await readCached() : undefined
    if (cached === undefined) throw error
    return cached
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, isSilent() || !navigator.onLine ? 0 : PATIENCE_MS)
  })
  const instead = late.then(readCached).then((cached) => cached ?? heard)
  return Promise.race([heard, instead]).finally(() => clearTimeout(timer))
}
