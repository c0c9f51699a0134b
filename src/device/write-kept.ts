import type { Post } from '../../contract/entities.ts'
import { resultOf } from './device-database.ts'
import { missingFrom, placeStretch } from './feed-order.ts'
import { forgetImages } from './kept-images.ts'
import { ANSWERS, POSTS, keptDatabase, usable } from './kept-database.ts'
import {
  isShown,
  putPosts,
  readOrder,
  readPost,
  recordOf,
  takeOut,
  writeOrder,
} from './kept-records.ts'
import { isNewer } from './post-list.ts'
import { queryKeys } from './query-keys.ts'

/** Posts of an Orma as the server told of them, one after the other in its order. */
export interface Stretch {
  posts: readonly Post[]
  /** Begins with the newest post. */
  isTop: boolean
  /** Ends with the oldest post. */
  isEnd: boolean
}

/** Keeps an answer that is no list of posts. One that the server gave later stays. */
export async function keepAnswer(
  key: readonly unknown[],
  data: unknown,
  updatedAt: number,
): Promise<void> {
  await keptDatabase.transact([ANSWERS], 'readwrite', async (transaction) => {
    const answers = transaction.objectStore(ANSWERS)
    const there = usable(await resultOf<unknown>(answers.get(key as IDBValidKey)))
    if (there && there.updatedAt > updatedAt) return
    await resultOf(answers.put(recordOf(data, updatedAt), key as IDBValidKey))
  })
}

/**
 * Keeps a stretch of a list of posts, under its query's key, of whose posts only those in `changed` are written. What was kept in its place and is
 * not in it any more is gone: its images and comments go as well.
 */
export async function keepStretch(
  key: readonly unknown[],
  { posts, isTop, isEnd }: Stretch,
  { updatedAt, changed = posts }: { updatedAt: number; changed?: readonly Post[] },
): Promise<void> {
  const event_hash = String(key[1])
  const gone = await keptDatabase.transact([ANSWERS, POSTS], 'readwrite', async (transaction) => {
    const before = await readOrder(transaction, key)
    const stretch = posts.filter(isShown).map(({ id }) => id)
    const placed = placeStretch(before.ids, stretch, isTop)
    const ids = isEnd ? placed.slice(0, placed.indexOf(stretch.at(-1) ?? -1) + 1) : placed
    const isWhole = isEnd || (before.isWhole && placed.at(-1) === before.ids.at(-1))
    const newest = Math.max(updatedAt, before.updatedAt)
    await writeOrder(transaction, key, { ids, isWhole }, newest)
    await putPosts(transaction, changed, updatedAt)
    return takeOut(transaction, event_hash, missingFrom(before.ids, ids))
  })
  await forgetImages(event_hash, gone)
}

/** Keeps posts that are shown by themselves, wherever in the feed they may be. */
export async function keepPosts(posts: readonly Post[], updatedAt: number): Promise<void> {
  await keptDatabase.transact([POSTS], 'readwrite', (transaction) =>
    putPosts(transaction, posts, updatedAt),
  )
}

/** Puts a post that has just been finished into its Orma's kept feed, if there is one, at its place by time. */
export async function keepFinished(post: Post): Promise<void> {
  if (!isShown(post)) return
  const { event_hash } = post
  await keptDatabase.transact([ANSWERS, POSTS], 'readwrite', async (transaction) => {
    const { ids, isWhole, updatedAt } = await readOrder(transaction, queryKeys.feed(event_hash))
    if (updatedAt === 0) return
    await putPosts(transaction, [post], updatedAt)
    if (ids.includes(post.id)) return
    let at = 0
    for (const id of ids) {
      const other = await readPost(transaction, event_hash, id)
      if (other && isNewer(post, other)) break
      at += 1
    }
    await writeOrder(
      transaction,
      queryKeys.feed(event_hash),
      { ids: ids.toSpliced(at, 0, post.id), isWhole },
      updatedAt,
    )
  })
}
