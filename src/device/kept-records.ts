import type { Comment, Post } from '../../contract/entities.ts'
import { resultOf } from './device-database.ts'
import { ANSWERS, KEPT_SHAPE, POSTS, feedSchema, keysBelow, usable } from './kept-database.ts'
import type { KeptFeed, KeptRecord } from './kept-database.ts'
import { queryKeys } from './query-keys.ts'
import { keptSchema } from './read-kept.ts'

// Records of posts and of their order, within a transaction over both stores.

/** Posts that are not shown to everyone are nobody's to keep: their addresses do not last, nor does who may see them. */
export function isShown({ status }: Post): boolean {
  return status === 'COMPLETED'
}

export interface Order extends KeptFeed {
  /** 0: nothing of the feed is kept. */
  updatedAt: number
}

export async function readOrder(
  transaction: IDBTransaction,
  key: readonly unknown[],
): Promise<Order> {
  const answers = transaction.objectStore(ANSWERS)
  const found: unknown = await resultOf(answers.get(key as IDBValidKey))
  const record = usable(found, feedSchema)
  if (!record) return { ids: [], isWhole: false, updatedAt: 0 }
  return { ...(record.data as KeptFeed), updatedAt: record.updatedAt }
}

export async function writeOrder(
  transaction: IDBTransaction,
  key: readonly unknown[],
  feed: KeptFeed,
  updatedAt: number,
): Promise<void> {
  const record = recordOf(feed, updatedAt)
  await resultOf(transaction.objectStore(ANSWERS).put(record, key as IDBValidKey))
}

export async function readPost(
  transaction: IDBTransaction,
  event_hash: string,
  id: number,
): Promise<Post | undefined> {
  const found: unknown = await resultOf(transaction.objectStore(POSTS).get([event_hash, id]))
  return usable(found)?.data as Post | undefined
}

export async function putPosts(
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
export function withoutUnsent(post: Post): Post {
  const Comments = post.Comments.filter(isSent)
  const commentCount = post.commentCount - (post.Comments.length - Comments.length)
  return Comments.length < post.Comments.length ? { ...post, Comments, commentCount } : post
}

/** Of comments only those that the server has. */
export function isSent({ id }: Pick<Comment, 'id'>): boolean {
  return id > 0
}

/** Takes posts with their comments out of the stores; gives the addresses of their images. */
export async function takeOut(
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

/** Changes the data of all answers whose key begins so; what is not as it should be stays as it is. */
export async function changeAnswers(
  transaction: IDBTransaction,
  prefix: readonly IDBValidKey[],
  change: (data: unknown) => unknown,
): Promise<void> {
  const answers = transaction.objectStore(ANSWERS)
  for (const key of await resultOf(answers.getAllKeys(keysBelow(prefix)))) {
    const found = await resultOf<unknown>(answers.get(key))
    const record = usable(found, keptSchema(key as unknown[]))
    if (record) await resultOf(answers.put({ ...record, data: change(record.data) }, key))
  }
}

export function recordOf(data: unknown, updatedAt: number): KeptRecord {
  return { shape: KEPT_SHAPE, updatedAt, savedAt: Date.now(), data }
}
