import { api } from '../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE_MAX } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { isRefusal } from '../api/contact.ts'
import { writeAnswer } from '../cache/answers.ts'
import { listIds } from '../cache/cache-database.ts'
import { changeCachedOrma, markWhole } from '../cache/cached-ormas.ts'
import {
  cachePosts,
  cacheStretch,
  forgetPosts,
  noteList,
  readPosts,
} from '../cache/cached-posts.ts'
import { cachePicture } from '../cache/picture-quota.ts'
import { pictureCacheName, picturesOf, sizeOf } from '../cache/cached-pictures.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { missingFrom } from '../posts/post-list.ts'
import { fullOf, isToGetFull } from '../posts/full-picture.ts'
import { downloadVideos } from './download-videos.ts'
import { expectWanted } from './expect-wanted.ts'
import { fetchUntilSilent } from './fetch-until-silent.ts'

/** How many pictures of a download that somebody waits for are fetched at the same time. */
const AT_ONCE = 3
/** The size of an Orma is estimated from so many posts of the newest that have their large picture. */
const SAMPLE = 6
const NEWEST = 96
/** Of a list: what is known of its age stays. */
const UNKNOWN_AGE = 1
/** A photo that has no large picture after so long gets none. */
const FULL_WITHIN_MS = 24 * 60 * 60_000

interface WholeOptions {
  event_hash: string
  token: string | undefined
  signal: AbortSignal
}

/** What an Orma would take on this device, by its newest posts. */
export interface SizeOfOrma {
  /** Bytes that the pictures of a post take on average. */
  photoBytes: number
  /** How many posts were looked at, how many of them are videos, and how many bytes one of these takes on average. */
  seen: number
  videos: number
  videoBytes: number
}

export async function sizeOfOrma({ event_hash, token, signal }: WholeOptions): Promise<SizeOfOrma> {
  const page = await listPage({ event_hash, token, signal }, undefined, NEWEST)
  // During an event the newest have no large pictures yet.
  const large = page.filter((post) => fullOf(post) !== null)
  const sample = (large.length > 0 ? large : page).slice(0, SAMPLE)
  const videos = page.flatMap(({ video_url }) => video_url ?? [])
  const [photoBytes, videoBytes] = await Promise.all([
    bytesOf(sample.flatMap(picturesOf), signal),
    bytesOf(videos.slice(0, SAMPLE), signal),
  ])
  return {
    photoBytes: photoBytes / (sample.length || 1),
    seen: page.length,
    videos: videos.length,
    videoBytes: videoBytes / (Math.min(videos.length, SAMPLE) || 1),
  }
}

interface DownloadOptions {
  /** Photos without large picture that are not asked for again; those that are asked for are noted here. */
  asked?: Set<number>
  /** A download that somebody has begun: told how many photos are cached, of how many. Absent: what has come since is added. */
  tell?: (done: number, all: number) => void
}

/**
 * Caches all of an Orma, so that it stays on this device: posts, comments, pictures and the newest videos; forgets what has gone. What is cached already
 * is not fetched again. Gives whether all of it is cached then: not while photos wait for their large pictures. Rejects where the
 * server is silent, a picture could not be had, `signal` ends it, or nobody wants it any more.
 */
export async function downloadOrma(
  options: WholeOptions,
  { asked = new Set(), tell }: DownloadOptions,
): Promise<boolean> {
  const { event_hash, token, signal } = options
  if (tell) await changeCachedOrma(event_hash, { isWanted: true, isWhole: false })
  // Read first: a post cached later would be missing in the answer.
  const known = await listIds(event_hash)
  const { ids } = await call(api.listPostIds, { params: { event_hash }, token, signal })
  await forgetPosts(event_hash, missingFrom(known, ids))
  tell?.(0, ids.length)
  const completed = await completePosts(options, ids, asked)
  const missing = await downloadMissing(options, ids)
  // Its newest posts may have come before those between them and what was here.
  await expectWanted(event_hash)
  await noteList(queryKeys.feed(event_hash), { isEnd: true, updatedAt: UNKNOWN_AGE })
  const fresh = new Set([...completed, ...missing].map(({ id }) => id))
  const cache = await caches.open(pictureCacheName(event_hash))
  const here = new Set((await cache.keys()).map(({ url }) => url))
  const posts = await readFeed(event_hash)
  const waiting = [...posts]
  let done = 0
  const work = async () => {
    for (let post = waiting.shift(); post; post = waiting.shift()) {
      if (tell || fresh.has(post.id)) await downloadComments(options, post)
      if (await downloadPictures(options, post, here)) done += 1
      tell?.(done, posts.length)
    }
  }
  await Promise.all(Array.from({ length: tell ? AT_ONCE : 1 }, work))
  const areVideosHere = await downloadVideos({ ...options, isBegun: tell !== undefined }, posts)
  if (done < posts.length || !areVideosHere) throw new Error('not every picture could be had')
  const isWhole = !posts.some((post) => isToGetFull(post, FULL_WITHIN_MS))
  return isWhole && (await markWhole(event_hash))
}

async function readFeed(event_hash: string): Promise<Post[]> {
  return readPosts(event_hash, await listIds(event_hash))
}

/** Asks for the cached posts without a large picture that are not in `asked`; caches and gives those that have one now. */
async function completePosts(
  { event_hash, token, signal }: WholeOptions,
  ids: readonly number[],
  asked: Set<number>,
): Promise<Post[]> {
  const completed: Post[] = []
  for (const known of await readPosts(event_hash, ids)) {
    if (fullOf(known) !== null || asked.has(known.id)) continue
    const params = { event_hash, post_id: known.id }
    const post = await unlessGone(call(api.getPost, { params, token, signal }))
    asked.add(known.id)
    if (!post) await forgetPosts(event_hash, [known.id])
    if (!post || fullOf(post) === null) continue
    await expectWanted(event_hash)
    await cachePosts([post])
    completed.push(post)
  }
  return completed
}

/** The post; undefined where it has been deleted meanwhile. */
async function unlessGone(asked: Promise<{ post: Post }>): Promise<Post | undefined> {
  try {
    return (await asked).post
  } catch (error) {
    if (isRefusal(error, 404)) return undefined
    throw error
  }
}

/** Fetches and caches the pages of posts that are not cached; gives what is new on them. */
async function downloadMissing(options: WholeOptions, ids: readonly number[]): Promise<Post[]> {
  const { event_hash } = options
  const cached = new Map((await readFeed(event_hash)).map((post) => [post.id, post]))
  const fresh: Post[] = []
  let before: Post | undefined
  for (const id of ids) {
    if (!cached.has(id)) {
      const page = await listPage(options, before?.id)
      // An older server gives fewer than it is asked for.
      const isEnd = page.length === 0 || page.some((post) => post.id === ids.at(-1))
      await cachePage(event_hash, before, page, isEnd)
      fresh.push(...page.filter((post) => cached.get(post.id)?.image_url !== post.image_url))
      for (const post of page) cached.set(post.id, post)
    }
    // A post deleted meanwhile was on no page.
    before = cached.get(id) ?? before
  }
  return fresh
}

/** The post before a page tells its place in the feed. It stays as it is by now, or deleted. */
async function cachePage(
  event_hash: string,
  before: Post | undefined,
  page: readonly Post[],
  isEnd: boolean,
): Promise<void> {
  await expectWanted(event_hash)
  const [here] = before ? await readPosts(event_hash, [before.id]) : []
  const posts = before ? [here ?? before, ...page] : page
  const stretch = { posts, isTop: before === undefined, isEnd }
  await cacheStretch(event_hash, stretch, Date.now())
  if (before && !here) await forgetPosts(event_hash, [before.id])
}

/** Caches all comments of a post that has more than it carries. */
async function downloadComments(options: WholeOptions, post: Post): Promise<void> {
  if (post.commentCount <= post.Comments.length) return
  const { event_hash, token, signal } = options
  const params = { event_hash, post_id: post.id }
  const { comments } = await call(api.listComments, { params, token, signal })
  await writeAnswer(queryKeys.comments(event_hash, post.id), comments, Date.now())
}

/** Fetches and caches the pictures of a post that are not `here`, by their addresses; gives whether all are cached. */
async function downloadPictures(
  { event_hash, signal }: WholeOptions,
  post: Post,
  here: ReadonlySet<string>,
): Promise<boolean> {
  let isAll = true
  for (const url of picturesOf(post)) {
    if (here.has(new URL(url, location.href).href)) continue
    // Whichever page is open: the worker caches pictures with the Orma of the referrer.
    const response = await fetchUntilSilent(url, { signal, referrer: `/${event_hash}` })
    await expectWanted(event_hash)
    isAll = (await cachePicture(event_hash, url, response)) && isAll
  }
  return isAll
}

function listPage(
  { event_hash, token, signal }: WholeOptions,
  after: number | undefined,
  limit = PAGE_SIZE_MAX,
): Promise<Post[]> {
  const params = { event_hash, page: FIRST_PAGE }
  return call(api.listPosts, { params, query: { after, limit }, token, signal })
}

async function bytesOf(urls: readonly string[], signal: AbortSignal): Promise<number> {
  const heads = await Promise.all(
    urls.map((url) => fetchUntilSilent(url, { method: 'HEAD', signal })),
  )
  return heads.reduce((sum, head) => sum + sizeOf(head), 0)
}
