import type { Post } from '../../contract/entities.ts'
import { PATIENCE_MS, isSilence, isSilent } from '../api/contact.ts'
import { readKeptAfter } from '../device/read-kept.ts'

/** Pages of feeds that were shown as this device has kept them, by their Orma and the post before them. */
export const keptPages = new Map<string, Set<number>>()
/** These pages themselves. */
export const keptLists = new WeakSet<object>()

/** The page of a list of posts after one of them as this device has kept it; undefined where it has not. */
export async function readKeptPage(
  key: readonly [string, string, ...unknown[]],
  after: number | undefined,
): Promise<Post[] | undefined> {
  const [, event_hash] = key
  const page = after === undefined ? undefined : await readKeptAfter(key, after)
  if (page && after !== undefined) {
    keptPages.set(event_hash, (keptPages.get(event_hash) ?? new Set()).add(after))
    keptLists.add(page)
  }
  return page
}

/** Asks the server; gives what is kept here, where there is something, if it cannot be reached or takes too long. */
export async function askOrKept<T>(
  ask: () => Promise<T>,
  readKept: () => Promise<T | undefined>,
): Promise<T> {
  const asking = ask()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, isSilent() || !navigator.onLine ? 0 : PATIENCE_MS)
  })
  const instead = late.then(readKept).then((kept) => kept ?? asking)
  try {
    return await Promise.race([asking, instead])
  } catch (error) {
    const kept = isSilence(error) ? await readKept() : undefined
    if (kept === undefined) throw error
    return kept
  } finally {
    clearTimeout(timer)
  }
}
