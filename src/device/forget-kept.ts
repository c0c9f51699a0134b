import { resultOf } from './device-database.ts'
import { missingFrom } from './feed-order.ts'
import { ANSWERS, ORMAS, POSTS, keptDatabase, keysBelow } from './kept-database.ts'
import { forgetImages } from './kept-images.ts'
import { changeAnswers, readOrder, takeOut, writeOrder } from './kept-records.ts'
import { filterPosts } from './post-list.ts'
import type { PostPages } from './post-list.ts'
import { queryKeys } from './query-keys.ts'

/** The ids of all posts that this device has kept of an Orma, in no order. */
export async function listKeptIds(event_hash: string): Promise<number[]> {
  const keys = await keptDatabase.transact([POSTS], 'readonly', (transaction) =>
    resultOf(transaction.objectStore(POSTS).getAllKeys(keysBelow([event_hash]))),
  )
  return keys.map((key) => Number((key as IDBValidKey[])[1]))
}

/** Takes posts that are gone out of all that is kept: feed, their authors' own, posts, comments, images. */
export async function forgetPosts(event_hash: string, gone: readonly number[]): Promise<void> {
  if (gone.length === 0) return
  const images = await keptDatabase.transact([ANSWERS, POSTS], 'readwrite', async (transaction) => {
    const key = queryKeys.feed(event_hash)
    const { ids, isWhole, updatedAt } = await readOrder(transaction, key)
    const left = missingFrom(ids, gone)
    if (left.length < ids.length)
      await writeOrder(transaction, key, { ids: left, isWhole }, updatedAt)
    await changeAnswers(transaction, queryKeys.allOwnPosts(event_hash), (list) =>
      filterPosts(list as PostPages, ({ id }) => !gone.includes(id)),
    )
    return takeOut(transaction, event_hash, gone)
  })
  await forgetImages(event_hash, images)
}

/** Forgets what is kept of an Orma, but for its images. */
export async function forgetOrmaAnswers(event_hash: string): Promise<void> {
  await keptDatabase.transact([ANSWERS, POSTS, ORMAS], 'readwrite', async (transaction) => {
    const answers = transaction.objectStore(ANSWERS)
    await resultOf(answers.delete(keysBelow(['events', event_hash])))
    await resultOf(answers.delete(keysBelow(queryKeys.allOwnPosts(event_hash))))
    await resultOf(transaction.objectStore(POSTS).delete(keysBelow([event_hash])))
    await resultOf(transaction.objectStore(ORMAS).delete(event_hash))
  })
}
