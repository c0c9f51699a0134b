import * as v from 'valibot'
import type { FirstData } from '../../contract/document.ts'
import { comment, event, post as postSchema } from '../../contract/entities.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../contract/limits.ts'
import { resultOf } from './device-database.ts'
import { ANSWERS, POSTS, feedSchema, keptDatabase, usable, written } from './kept-database.ts'
import type { KeptFeed, KeptRecord } from './kept-database.ts'
import { queryKeys } from './query-keys.ts'
import type { PostPages } from './post-list.ts'

export interface KeptAnswer {
  data: unknown
  /** When the server said so, epoch milliseconds. */
  updatedAt: number
  /** Of an Orma that is not to be shown: how the server said, when it was last asked, that it is paused. */
  paused?: string | undefined
}

const SCHEMAS: Record<string, v.GenericSchema> = {
  events: event,
  'events posts': feedSchema,
  'events comments': v.array(comment),
  'events highlights': v.array(
    v.object({ date: v.string(), id: v.string(), count: v.number(), bannerImage: v.string() }),
  ),
  'events timeslots': v.array(
    v.object({ timeslot: v.string(), count: v.number(), cover: v.string() }),
  ),
  'events timeslot': feedSchema,
  'user own': v.object({ pages: v.array(v.array(postSchema)), pageParams: v.array(v.unknown()) }),
  'user ormas': v.array(event),
  'user viewed': v.array(event),
}

/** What lies under a query's key has to be of this shape; undefined: such answers are not kept. */
export function keptSchema([kind, name, part]: readonly unknown[]): v.GenericSchema | undefined {
  return SCHEMAS[[kind, kind === 'events' ? part : name].filter(Boolean).join(' ')]
}

/**
 * What this device has kept of a query's answer; undefined: nothing that can be used. Of lists of posts it is the first page.
 * Storage in trouble counts as empty and is left as it is.
 */
export async function readKept(key: readonly unknown[]): Promise<KeptAnswer | undefined> {
  const [, event_hash, part, post_id] = key
  if (part === 'post') return readView(String(event_hash), Number(post_id))
  const schema = keptSchema(key)
  if (!schema) return undefined
  return attempt(async (transaction) => {
    const record = await readRecord(transaction, key, schema)
    if (!isPostList(key) || !record) return record
    const { ids } = record.data as KeptFeed
    const posts = await readPosts(transaction, String(event_hash), ids.slice(0, PAGE_SIZE))
    return posts.length > 0 || ids.length === 0 ? { ...record, data: asPages(posts) } : undefined
  })
}

/** What this device has kept of an Orma and of the first page of its feed; undefined: not both, or it is paused. */
export function readFirstPage(event_hash: string): Promise<FirstData | undefined> {
  return attempt(async (transaction) => {
    const [orma, feed] = await Promise.all([
      readRecord(transaction, queryKeys.event(event_hash), event),
      readRecord(transaction, queryKeys.feed(event_hash), feedSchema),
    ])
    if (!orma || !feed || orma.paused !== undefined) return undefined
    const { ids } = feed.data as KeptFeed
    const posts = await readPosts(transaction, event_hash, ids.slice(0, PAGE_SIZE))
    const updatedAt = { event: orma.updatedAt, posts: feed.updatedAt }
    return { event: orma.data as Event, posts, updatedAt }
  })
}

/** Whether posts are kept under a query's key, as the order of their ids. */
export function isPostList([kind, , part]: readonly unknown[]): boolean {
  return kind === 'events' && (part === 'posts' || part === 'timeslot')
}

/**
 * The kept posts that follow one in a list that is kept under a query's key, a page of them; [] after the last; undefined: they
 * are not known here.
 */
export function readKeptAfter(key: readonly unknown[], after: number): Promise<Post[] | undefined> {
  const event_hash = String(key[1])
  return attempt(async (transaction) => {
    const feed = await readOrder(transaction, key)
    const at = feed?.ids.indexOf(after) ?? -1
    if (!feed || at < 0) return undefined
    const posts = await readPosts(
      transaction,
      event_hash,
      feed.ids.slice(at + 1, at + 1 + PAGE_SIZE),
    )
    return posts.length > 0 || feed.isWhole ? posts : undefined
  })
}

/** All posts of an Orma's feed as far as it is kept, in its order. */
export function readKeptFeed(event_hash: string): Promise<Post[] | undefined> {
  return attempt(async (transaction) => {
    const feed = await readOrder(transaction, queryKeys.feed(event_hash))
    return readPosts(transaction, event_hash, feed?.ids ?? [])
  })
}

/** A post, with those after it as far as the feed was loaded that far. */
function readView(event_hash: string, post_id: number): Promise<KeptAnswer | undefined> {
  return attempt(async (transaction) => {
    const feed = await readOrder(transaction, queryKeys.feed(event_hash))
    const at = feed?.ids.indexOf(post_id) ?? -1
    const next = at < 0 ? [] : (feed?.ids.slice(at + 1, at + PAGE_SIZE) ?? [])
    const posts = await readPosts(transaction, event_hash, [post_id, ...next])
    // As old as it may be: it is asked for again in any case.
    return posts[0]?.id === post_id ? { data: asPages(posts), updatedAt: 0 } : undefined
  })
}

async function readOrder(
  transaction: IDBTransaction,
  key: readonly unknown[],
): Promise<KeptFeed | undefined> {
  const record = await readRecord(transaction, key, feedSchema)
  return record?.data as KeptFeed | undefined
}

async function readPosts(
  transaction: IDBTransaction,
  event_hash: string,
  ids: readonly number[],
): Promise<Post[]> {
  const posts = transaction.objectStore(POSTS)
  const records = await Promise.all(ids.map((id) => resultOf(posts.get([event_hash, id]))))
  const found = records.flatMap(
    (record) => (usable(record, postSchema)?.data as Post | undefined) ?? [],
  )
  for (const post of found) written.add(post)
  return found
}

async function readRecord(
  transaction: IDBTransaction,
  key: readonly unknown[],
  schema: v.GenericSchema,
): Promise<KeptRecord | undefined> {
  const found: unknown = await resultOf(transaction.objectStore(ANSWERS).get(key as IDBValidKey))
  return usable(found, schema)
}

function asPages(posts: Post[]): PostPages {
  return { pages: [posts], pageParams: [{ page: FIRST_PAGE }] }
}

async function attempt<T>(
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await keptDatabase.transact([ANSWERS, POSTS], 'readonly', work)
  } catch {
    // What cannot be read now may be there the next time; until then the server is asked.
    return undefined
  }
}
