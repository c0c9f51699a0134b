import type { Comment, Post } from '../../contract/entities.ts'
import { resultOf } from './device-database.ts'
import { missingFrom, placeStretch } from './feed-order.ts'
import { forgetImages } from './kept-images.ts'
import {
  ANSWERS,
  KEPT_SHAPE,
  ORMAS,
  POSTS,
  feedSchema,
  keptDatabase,
  keysBelow,
  usable,
} from './kept-database.ts'
import type { KeptFeed, KeptRecord } from './kept-database.ts'
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

/** Takes a post that is gone out of all that is kept: feed, post, comments, images. */
export async function forgetPost(event_hash: string, post_id: number): Promise<void> {
  const gone = await keptDatabase.transact([ANSWERS, POSTS], 'readwrite', async (transaction) => {
    const { ids, isWhole, updatedAt } = await readOrder(transaction, queryKeys.feed(event_hash))
    if (ids.includes(post_id)) {
      const left = ids.filter((id) => id !== post_id)
      await writeOrder(transaction, queryKeys.feed(event_hash), { ids: left, isWhole }, updatedAt)
    }
    return takeOut(transaction, event_hash, [post_id])
  })
  await forgetImages(event_hash, gone)
}

/** Forgets what is kept of an Orma, but for its images. */
export async function forgetOrmaAnswers(event_hash: string): Promise<void> {
  await keptDatabase.transact([ANSWERS, POSTS, ORMAS], 'readwrite', async (transaction) => {
    const answers = transaction.objectStore(ANSWERS)
    await resultOf(answers.delete(keysBelow(['events', event_hash])))
    await resultOf(transaction.objectStore(POSTS).delete(keysBelow([event_hash])))
    await resultOf(transaction.objectStore(ORMAS).delete(event_hash))
  })
}

/** Posts that are not shown to everyone are nobody's to keep: their addresses do not last, nor does who may see them. */
function isShown({ status }: Post): boolean {
  return status === 'COMPLETED'
}

interface Order extends KeptFeed {
  /** 0: nothing of the feed is kept. */
  updatedAt: number
}

async function readOrder(transaction: IDBTransaction, key: readonly unknown[]): Promise<Order> {
  const answers = transaction.objectStore(ANSWERS)
  const found: unknown = await resultOf(answers.get(key as IDBValidKey))
  const record = usable(found, feedSchema)
  if (!record) return { ids: [], isWhole: false, updatedAt: 0 }
  return { ...(record.data as KeptFeed), updatedAt: record.updatedAt }
}

async function writeOrder(
  transaction: IDBTransaction,
  key: readonly unknown[],
  feed: KeptFeed,
  updatedAt: number,
): Promise<void> {
  const record = recordOf(feed, updatedAt)
  await resultOf(transaction.objectStore(ANSWERS).put(record, key as IDBValidKey))
}

async function readPost(
  transaction: IDBTransaction,
  event_hash: string,
  id: number,
): Promise<Post | undefined> {
  const found: unknown = await resultOf(transaction.objectStore(POSTS).get([event_hash, id]))
  return usable(found)?.data as Post | undefined
}

async function putPosts(
  transaction: IDBTransaction,
  posts: readonly Post[],
  updatedAt: number,
): Promise<void> {
  const store = transaction.objectStore(POSTS)
  const puts = posts.filter(isShown).map((post) => {
    const record = recordOf(withoutUnsent(post), updatedAt)
    return resultOf(store.put(record, [post.event_hash, post.id]))
  })
  await Promise.all(puts)
}

/** Comments that the server has not are kept in the outbox, and are laid over the post from there. */
function withoutUnsent(post: Post): Post {
  const Comments = post.Comments.filter(isSent)
  const commentCount = post.commentCount - (post.Comments.length - Comments.length)
  return Comments.length < post.Comments.length ? { ...post, Comments, commentCount } : post
}

/** Of comments only those that the server has. */
export function isSent({ id }: Pick<Comment, 'id'>): boolean {
  return id > 0
}

/** Takes posts with their comments out of the stores; gives the addresses of their images. */
async function takeOut(
  transaction: IDBTransaction,
  event_hash: string,
  ids: readonly number[],
): Promise<string[]> {
  const images: (string | null)[] = []
  for (const id of ids) {
    const post = await readPost(transaction, event_hash, id)
    if (post) images.push(post.image_url, post.compressed_url)
    await resultOf(transaction.objectStore(POSTS).delete([event_hash, id]))
    const comments = queryKeys.comments(event_hash, id)
    await resultOf(transaction.objectStore(ANSWERS).delete([...comments]))
  }
  return images.filter((image) => image !== null)
}

function recordOf(data: unknown, updatedAt: number): KeptRecord {
  return { shape: KEPT_SHAPE, updatedAt, savedAt: Date.now(), data }
}
