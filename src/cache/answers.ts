import { get, update } from 'idb-keyval'
import * as v from 'valibot'
import { api } from '../../contract/api.ts'
import type { FirstData } from '../../contract/document.ts'
import { comment, event, user } from '../../contract/entities.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { filmConfig } from '../../contract/film-config.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { seesAll } from '../../contract/rules.ts'
import { allPosts, byPage, hasEnd, listOf } from '../posts/post-list.ts'
import type { PostCursor, PostPages } from '../posts/post-list.ts'
import { queryKeys } from './query-keys.ts'
import { answers, listIds, ormas, readRecord, recordOf, usable } from './cache-database.ts'
import type { Key } from './cache-database.ts'
import {
  cachePosts,
  cacheStretch,
  listNote,
  noteList,
  readPosts,
  userPosts,
} from './cached-posts.ts'

// What is cached of each answer, and how it is put together again. Posts are stored one by one: see `cached-posts.ts`.

export interface CachedAnswer {
  data: unknown
  /** When the server said so, epoch milliseconds; 1: unknown. */
  updatedAt: number
  /** The server's message that the Orma is paused, as of its last answer: nothing of the Orma may be shown. */
  paused?: string | undefined
}

const day = api.listHighlights.answers[200].value

/**
 * Schemas of what is cached, by the beginning of its key. Of lists of posts only a note, as posts are stored one by one. Other
 * answers are not cached.
 */
const SCHEMAS: Record<string, v.GenericSchema> = {
  events: event,
  'events posts': listNote,
  'events newest': listNote,
  'events post': listNote,
  'events comments': v.array(comment),
  'events highlights': v.array(v.object({ date: v.string(), ...day.entries })),
  'events highlight': api.getHighlight.answers[200].entries.data,
  'events film': filmConfig,
  'events timeslots': api.listTimeslots.answers[200],
  'events timeslot': listNote,
  'user flagged': userPosts,
  'user own': userPosts,
  'user ormas': v.array(event),
  'user profile': user,
  'user viewed': v.array(event),
}

function schemaOf([kind, name, part]: Key): v.GenericSchema | undefined {
  return SCHEMAS[[kind, kind === 'events' ? part : name].filter(Boolean).join(' ')]
}

/** Whether a query's answer is posts, of which the query cache has the ids. */
export function isOfPosts(key: Key): boolean {
  const schema = schemaOf(key)
  return schema === listNote || schema === userPosts
}

/** Whether a query's answer is a list of posts, page by page. */
export function isPostList([kind, , part]: Key): boolean {
  return kind === 'events' && (part === 'posts' || part === 'timeslot')
}

/** Caches the data of a query about a visited Orma or the signed-in user. A later answer of the server is not overwritten. */
export async function writeAnswer(key: Key, data: unknown, updatedAt: number): Promise<void> {
  const [kind, event_hash, part] = key
  if (kind === 'events' && !(await get<unknown>(String(event_hash), ormas))) return
  const schema = schemaOf(key)
  if (schema === listNote) {
    const list = data as PostPages
    const stretch = { posts: list.pages.flat(), isTop: part === 'newest', isEnd: hasEnd(list) }
    if (part === 'posts' || stretch.isTop)
      return cacheStretch(String(event_hash), stretch, updatedAt)
    await cachePosts(stretch.posts)
    if (part === 'timeslot') await noteList(key, { isEnd: stretch.isEnd, updatedAt })
  } else if (schema) {
    const newer = (found: unknown) =>
      (usable(found, v.unknown())?.updatedAt ?? 0) > updatedAt ? found : recordOf(data, updatedAt)
    await update<unknown>(key as IDBValidKey, newer, answers)
  }
}

/**
 * What this device has cached for a query; undefined: nothing that can be used. For lists of posts that is the first page, for
 * the view of a post also the posts after it. Storage in trouble counts as empty and is left as it is.
 */
export function readAnswer(key: Key): Promise<CachedAnswer | undefined> {
  return read(key).catch(() => undefined)
}

/**
 * As `readAnswer`, for where the server is silent: of a feed that was never looked at also the posts that are here because a photo
 * was, of unknown age and perhaps with gaps.
 */
export function readWhatIsHere(key: Key): Promise<CachedAnswer | undefined> {
  return read(key, key[2] === 'posts').catch(() => undefined)
}

async function read(key: Key, isWithoutNote = false): Promise<CachedAnswer | undefined> {
  const [kind, name, part] = key
  const schema = schemaOf(key)
  if (!schema) return undefined
  const orma =
    kind === 'events' ? await readRecord(queryKeys.event(String(name)), event) : undefined
  if (orma?.paused !== undefined && part !== undefined) return { ...orma, data: undefined }
  if (schema === userPosts) return readUserPosts(key, String(part))
  if (schema !== listNote) return readRecord(key, schema)
  const posts = await readPage(key, { isWithoutNote })
  // A post's view has no note, so its age is unknown: it is asked for again in any case.
  const note = await readRecord(key, listNote)
  // An hour's list is asked for again as a whole, and need not be asked for its end too.
  const isEnd = part === 'posts' && note?.data.isWhole === true && (posts?.length ?? 0) < PAGE_SIZE
  return posts && { data: listOf(posts, isEnd), updatedAt: note?.updatedAt ?? 1 }
}

/** A list of the user's own, with each post as it was cached last: its likes and comments may have come after the list. */
async function readUserPosts(key: Key, event_hash: string): Promise<CachedAnswer | undefined> {
  const record = await readRecord(key, userPosts)
  if (!record) return undefined
  const { data } = record
  const isPaged = 'pages' in data
  const listed = isPaged ? data.pages.flat() : data
  const cached = await readPosts(
    event_hash,
    listed.map(({ id }) => id),
  )
  const latest = new Map(cached.map((post) => [post.id, post]))
  const asCached = (posts: Post[]) => posts.map((post) => latest.get(post.id) ?? post)
  return {
    ...record,
    data: isPaged ? { ...data, pages: data.pages.map(asCached) } : asCached(data),
  }
}

/**
 * What this device has cached of an Orma and of the first page of its feed; undefined where one of them is missing or it is
 * paused.
 */
export async function readFirstPage(event_hash: string): Promise<FirstData | undefined> {
  const orma = await readAnswer(queryKeys.event(event_hash))
  const feed = await readAnswer(queryKeys.feed(event_hash))
  if (!orma || !feed || orma.paused !== undefined) return undefined
  const updatedAt = { event: orma.updatedAt, posts: feed.updatedAt }
  const event = orma.data as Event
  // Whose posts alone are to be shown is not known here.
  const isHidden = event.organisers === undefined && !seesAll(event, undefined, Date.now())
  if (isHidden) return { event, updatedAt }
  const pages = feed.data as PostPages
  return { event, posts: allPosts(pages), isEnd: hasEnd(pages), updatedAt }
}

/** A list with its next page added; undefined where that is not cached. */
export async function readOn(key: Key, { pages, pageParams }: PostPages) {
  const last = pageParams.at(-1) as PostCursor
  const next = byPage.getNextPageParam(pages.at(-1) ?? [], pages, last)
  const page = next && (await readPage(key, { after: next.after }))
  return (
    page && { pages: [...pages, page], pageParams: [...pageParams, { ...next, isCached: true }] }
  )
}

/**
 * A page of a list as far as it is cached: the first, or the one `after` a post. A post's view begins with that post and goes on
 * as the feed does. [] after the last post; undefined where the page is not known here. `isWithoutNote`: also of a list that was
 * never looked at itself.
 */
export async function readPage(
  key: Key,
  { after, isWithoutNote = false }: { after?: number | undefined; isWithoutNote?: boolean } = {},
): Promise<Post[] | undefined> {
  const [, name, part, of] = key
  const event_hash = String(name)
  const isView = part === 'post'
  const note = await readRecord(isView ? queryKeys.feed(event_hash) : key, listNote)
  const ids = await listIds(event_hash)
  // What goes on has begun here.
  const isKnown = after === undefined ? note || isView || isWithoutNote : ids.includes(after)
  if (!isKnown) return undefined
  const first = isView ? ids.indexOf(Number(of)) : 0
  const from = after === undefined ? first : ids.indexOf(after) + 1
  const isMeant = ({ original_date }: Post) =>
    part !== 'timeslot' || original_date.startsWith(String(of))
  // Only the posts themselves say which hour they are of, so all are read.
  const to = part === 'timeslot' ? ids.length : from + PAGE_SIZE
  const posts = (await readPosts(event_hash, ids.slice(from, to)))
    .filter(isMeant)
    .slice(0, PAGE_SIZE)
  if (isView && after === undefined && posts[0]?.id !== of) return undefined
  // A list of an Orma without posts has no end to be loaded.
  const isEmpty = note && after === undefined && ids.length === 0
  return posts.length > 0 || note?.data.isWhole || isEmpty ? posts : undefined
}
