import { update } from 'idb-keyval'
import * as v from 'valibot'
import { api } from '../../contract/api.ts'
import type { FirstData } from '../../contract/document.ts'
import { comment, event, post } from '../../contract/entities.ts'
import type { Comment, Event, Post } from '../../contract/entities.ts'
import { filmConfig } from '../../contract/film-config.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../contract/limits.ts'
import type { PostPages } from '../posts/post-list.ts'
import { queryKeys } from './query-keys.ts'
import { answers, listIds, readRecord, recordOf, usable } from './cache-database.ts'
import type { Key } from './cache-database.ts'
import {
  cachePosts,
  cacheStretch,
  isSent,
  listNote,
  noteList,
  ownPosts,
  readPosts,
} from './cached-posts.ts'

// What is cached of each answer, and how it is put together again. Posts lie by themselves: see `cached-posts.ts`.

interface Answer {
  data: unknown
  /** When the server said so, epoch milliseconds; 1: nobody knows. */
  updatedAt: number
  /** Nothing of the Orma is to be shown: how the server said, when it was last asked, that it is paused. */
  paused?: string | undefined
}

const day = api.listHighlights.answers[200].value

/** What lies under the keys that begin so; of posts only a note, for they lie by themselves. Other answers are not cached. */
const SCHEMAS: Record<string, v.GenericSchema> = {
  events: event,
  'events posts': listNote,
  'events post': listNote,
  'events comments': v.array(comment),
  'events highlights': v.array(v.object({ date: v.string(), ...day.entries })),
  'events highlight': api.getHighlight.answers[200].entries.data,
  'events film': filmConfig,
  'events timeslots': api.listTimeslots.answers[200],
  'events timeslot': listNote,
  'user flagged': v.array(post),
  'user own': ownPosts,
  'user ormas': v.array(event),
  'user viewed': v.array(event),
}

function schemaOf([kind, name, part]: Key): v.GenericSchema | undefined {
  return SCHEMAS[[kind, kind === 'events' ? part : name].filter(Boolean).join(' ')]
}

/** Whether a query's answer is a list of posts, page by page. */
export function isPostList([kind, , part]: Key): boolean {
  return kind === 'events' && (part === 'posts' || part === 'timeslot')
}

/** Caches an answer as a query has it; one that the server gave later stays. */
export async function writeAnswer(key: Key, data: unknown, updatedAt: number): Promise<void> {
  const [, name, part] = key
  const event_hash = String(name)
  const schema = schemaOf(key)
  if (part === 'newest') {
    const posts = data as Post[]
    const isEnd = posts.length < PAGE_SIZE
    await cacheStretch(event_hash, { posts, isTop: true, isEnd }, updatedAt)
  } else if (schema === listNote) {
    const { pages } = data as PostPages
    const posts = pages.flat()
    const isEnd = pages.length > 1 && pages.at(-1)?.length === 0
    if (part === 'posts') return cacheStretch(event_hash, { posts, isTop: false, isEnd }, updatedAt)
    await cachePosts(posts, updatedAt)
    if (part === 'timeslot') await noteList(key, isEnd, updatedAt)
  } else if (schema) {
    const cached = part === 'comments' ? (data as Comment[]).filter(isSent) : data
    const newer = (found: unknown) =>
      (usable(found, v.unknown())?.updatedAt ?? 0) > updatedAt ? found : recordOf(cached, updatedAt)
    await update<unknown>(key as IDBValidKey, newer, answers)
  }
}

/**
 * What this device has cached of a query's answer; undefined: nothing that can be used. Of lists of posts it is the first page,
 * of a post also those after it. Storage in trouble counts as empty and is left as it is.
 */
export function readAnswer(key: Key): Promise<Answer | undefined> {
  return read(key).catch(() => undefined)
}

async function read(key: Key): Promise<Answer | undefined> {
  const [kind, name, part] = key
  const schema = schemaOf(key)
  if (!schema) return undefined
  const orma =
    kind === 'events' ? await readRecord(queryKeys.event(String(name)), event) : undefined
  if (orma?.paused !== undefined && part !== undefined) return { ...orma, data: undefined }
  if (schema !== listNote) return readRecord(key, schema)
  const posts = part === 'post' ? await readView(key) : await readPage(key)
  // A post is as old as it may be: it is asked for again in any case.
  const { updatedAt } = (await readRecord(key, listNote)) ?? { updatedAt: 1 }
  return posts && { data: { pages: [posts], pageParams: [{ page: FIRST_PAGE }] }, updatedAt }
}

/** What this device has cached of an Orma and of the first page of its feed; undefined: not both, or it is paused. */
export async function readFirstPage(event_hash: string): Promise<FirstData | undefined> {
  const orma = await readAnswer(queryKeys.event(event_hash))
  const feed = await readAnswer(queryKeys.feed(event_hash))
  if (!orma || !feed || orma.paused !== undefined) return undefined
  const [posts = []] = (feed.data as PostPages).pages
  const updatedAt = { event: orma.updatedAt, posts: feed.updatedAt }
  return { event: orma.data as Event, posts, updatedAt }
}

/**
 * A page of the feed, or of an hour, as far as it is cached: the first one, or the one `after` a post. [] after the last;
 * undefined: it is not known here.
 */
export async function readPage(key: Key, after?: number): Promise<Post[] | undefined> {
  const [, name, part, hour] = key
  const event_hash = String(name)
  const note = await readRecord(key, listNote)
  const ids = await listIds(event_hash)
  if (!note || (after !== undefined && !ids.includes(after))) return undefined
  const rest = after === undefined ? ids : ids.slice(ids.indexOf(after) + 1)
  const isMeant = ({ original_date }: Post) =>
    part === 'posts' || original_date.startsWith(String(hour))
  const posts: Post[] = []
  for (let at = 0; at < rest.length && posts.length < PAGE_SIZE; at += PAGE_SIZE) {
    const found = await readPosts(event_hash, rest.slice(at, at + PAGE_SIZE))
    posts.push(...found.filter(isMeant).slice(0, PAGE_SIZE - posts.length))
  }
  return posts.length > 0 || note.data.isWhole ? posts : undefined
}

/** A post, and those after it. */
async function readView([, event_hash, , post_id]: Key): Promise<Post[] | undefined> {
  const ids = await listIds(String(event_hash))
  const rest = ids.slice(ids.indexOf(Number(post_id))).slice(0, PAGE_SIZE)
  const posts = await readPosts(String(event_hash), rest)
  return posts[0]?.id === post_id ? posts : undefined
}
