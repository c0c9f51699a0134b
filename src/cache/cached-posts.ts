import { delMany, get, getMany, setMany, update } from 'idb-keyval'
import * as v from 'valibot'
import { post as postSchema } from '../../contract/entities.ts'
import type { Post } from '../../contract/entities.ts'
import { filterPages, missingFrom } from '../posts/post-list.ts'
import { withKnownFull } from '../posts/full-picture.ts'
import type { Stretch } from '../posts/post-list.ts'
import { queryKeys } from './query-keys.ts'
import {
  answers,
  changeRecords,
  keysBelow,
  listIds,
  ormas,
  posts as records,
  recordOf,
  usable,
} from './cache-database.ts'
import type { Key } from './cache-database.ts'
import { forgetPictures, mediaOf } from './cached-pictures.ts'

// Each post is cached once, however many lists show it, and an index has the feed's order: a like is one small write, and the
// first page opens without reading forty. A list has only a note: when the server sent it, and whether its end is cached.

/** Of a list of posts: whether it is cached to its end. */
export const listNote = v.object({ isWhole: v.boolean() })

const POSTS = v.array(postSchema)
/**
 * A user's own posts and the flagged ones are stored as a list, as their query has them: the server tells this user more of them.
 */
export const userPosts = v.union([
  POSTS,
  v.object({ pages: v.array(POSTS), pageParams: v.array(v.unknown()) }),
])

/**
 * Caches a stretch of an Orma's feed. Cached posts between its first and last that are not in it are forgotten. Where its last one
 * is new here, there may be others between it and what was cached before: the feed does not count as cached to its end any more.
 */
export async function cacheStretch(event_hash: string, stretch: Stretch, updatedAt: number) {
  const { posts, isTop, isEnd } = stretch
  const shown = posts.filter(isShown)
  const first = isTop ? undefined : shown[0]
  const last = isEnd ? undefined : shown.at(-1)
  // The index is ascending: oldest first.
  const from = last ? [event_hash, last.createdAt, last.id] : [event_hash]
  const to = first ? [event_hash, first.createdAt, first.id] : [event_hash, []]
  const isKnown = shown.length > 0 || isEnd
  const there = isKnown ? await listIds(event_hash, IDBKeyRange.bound(from, to)) : []
  const isGap = last !== undefined && !there.includes(last.id)
  // Begun at once, the note first: the page may be closed at any moment.
  await Promise.all([
    noteList(queryKeys.feed(event_hash), { isEnd, isGap, updatedAt }),
    cachePosts(shown),
  ])
  const named = shown.map(({ id }) => id)
  await forgetPosts(event_hash, missingFrom(there, named))
}

interface ListNews {
  /** Its end is cached, and all before it. */
  isEnd: boolean
  /** Some of it may be missing before its end. */
  isGap?: boolean
  updatedAt: number
}

/** Notes that the server sent a list of posts. */
export async function noteList(key: Key, { isEnd, isGap, updatedAt }: ListNews): Promise<void> {
  const join = (found: unknown) => {
    const before = usable(found, listNote)
    const isWhole = isEnd || (!isGap && before?.data.isWhole === true)
    return recordOf({ isWhole }, Math.max(updatedAt, before?.updatedAt ?? 0))
  }
  await update<unknown>(key as IDBValidKey, join, answers)
}

/** Caches posts. Those that not everyone may see are left out: their pictures' addresses do not last. */
export async function cachePosts(posts: readonly Post[]): Promise<void> {
  const entryOf = (post: Post): [IDBValidKey, unknown] => [
    [post.event_hash, post.id],
    recordOf(post),
  ]
  await setMany(posts.filter(isShown).map(entryOf), records)
}

/** Caches a single post that was heard of, or changed here, where its Orma is cached. */
export async function cachePost(post: Post): Promise<void> {
  const { event_hash, id } = post
  if (!(await get<unknown>(event_hash, ormas))) return
  const [known] = await readPosts(event_hash, [id])
  await cachePosts([withKnownFull(post, known)])
}

/** The posts that are cached, of these ids. */
export async function readPosts(event_hash: string, ids: readonly number[]): Promise<Post[]> {
  const found = await getMany<unknown>(keysOf(event_hash, ids), records)
  return found.flatMap((record) => usable(record, postSchema)?.data ?? [])
}

/** Removes deleted posts from all that is cached: feed, their authors' own posts, flagged posts, comments, pictures. */
export async function forgetPosts(event_hash: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await readPosts(event_hash, ids)
  await delMany(keysOf(event_hash, ids), records)
  const comments = ids.map((id) => [...queryKeys.comments(event_hash, id)])
  await delMany(comments, answers)
  const stays = ({ id }: Post) => !ids.includes(id)
  for (const prefixOf of [queryKeys.allOwnPosts, queryKeys.allFlagged])
    await changeRecords(keysBelow(...prefixOf(event_hash)), userPosts, (list) => ({
      data: 'pages' in list ? filterPages(list, stays) : list.filter(stays),
    }))
  await forgetPictures(event_hash, gone.flatMap(mediaOf))
}

function isShown({ status }: Post): boolean {
  return status === 'COMPLETED'
}

function keysOf(event_hash: string, ids: readonly number[]): IDBValidKey[] {
  return ids.map((id) => [event_hash, id])
}
