import * as v from 'valibot'
import { clear, del } from 'idb-keyval'
import { event } from '../../contract/entities.ts'
import { queryKeys } from './query-keys.ts'
import { answers, changeRecords, deleteBelow, keysBelow, ormas, posts } from './cache-database.ts'
import { forgetOrmaPictures, listPictureCaches } from './cached-pictures.ts'

// Forgets all of one Orma, of all Ormas, or what only a user may see. Single posts: `forgetPosts`.

/** Forgets all of an Orma on this device; where it `isGone` for everyone, also in the lists of a user's Ormas. */
export async function forgetOrma(event_hash: string, isGone = false): Promise<void> {
  for (const prefixOf of [queryKeys.event, queryKeys.allOwnPosts, queryKeys.allFlagged])
    await deleteBelow(answers, ...prefixOf(event_hash))
  await deleteBelow(posts, event_hash)
  await del(event_hash, ormas)
  if (isGone)
    await changeRecords(keysBelow('user'), v.array(event), (list) => ({
      data: list.filter((orma) => orma.event_hash !== event_hash),
    }))
  await forgetOrmaPictures(event_hash)
}

export async function forgetEverything(): Promise<void> {
  for (const store of [answers, posts, ormas]) await clear(store)
  for (const event_hash of await listPictureCaches()) await forgetOrmaPictures(event_hash)
}

/** Forgets answers that only the signed-in user may see. */
export function forgetUserAnswers(): Promise<void> {
  return deleteBelow(answers, 'user')
}

/** Notes the server's message that an Orma is paused, which hides all of it; undefined: it is open again. */
export function markPaused(event_hash: string, paused: string | undefined): Promise<void> {
  const key = IDBKeyRange.only(queryKeys.event(event_hash))
  return changeRecords(key, event, () => ({ paused }))
}

/** Hides the Ormas that were shown although they are paused, as to their owner, who is gone: the server's next answer decides. */
export function hidePaused(paused: string): Promise<void> {
  return changeRecords(keysBelow('events'), event, (orma) => (orma.paused ? { paused } : undefined))
}
