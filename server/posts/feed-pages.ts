import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { writeAnswer } from '../http/reply.ts'
import type { WrittenAnswer } from '../http/reply.ts'
import { listFeedAfter, listFeedPage } from './feed.ts'
import { isSameForAll, toPosts } from './post-wire.ts'
import type { EventOfPost } from './post-wire.ts'
import type { PostRow } from './posts.ts'
import { requirePlace } from './read-posts.ts'

/** A page of 24 posts is some 12 kB, one with a hundred likes on each 200 kB. */
const BYTES_MAX = 16 * 1024 * 1024
/** What an entry takes besides, about: there are a million empty pages to ask for. */
const ENTRY_BYTES = 512

type EventOfFeed = EventOfPost & Pick<EventRow, 'feed_version'>

/** Which posts of a feed: so many that follow a post, or else a page of so many, counted from 1. */
interface WhichPosts {
  page: number
  after?: number | undefined
  limit: number
}

interface CachedPage {
  answer: WrittenAnswer<Post[]>
  isForAll: boolean
}

export type FeedPages = ReturnType<typeof createFeedPages>

/**
 * Caches the bytes of pages of events' feeds (LRU). A page is valid while the event's `feed_version` is the one read before its
 * posts: every change, in any process, counts it up.
 */
export function createFeedPages(db: Queries, bytesMax = BYTES_MAX) {
  const pages = new Map<string, CachedPage & { version: number }>()
  const making = new Map<string, Promise<CachedPage>>()
  let bytes = 0

  async function make(
    event: EventOfFeed,
    which: WhichPosts,
    viewerId?: number,
  ): Promise<CachedPage> {
    const posts = await toPosts(db, event, await listRows(db, event.id, which), viewerId)
    return { answer: writeAnswer(api.listPosts, posts), isForAll: isSameForAll(posts) }
  }

  async function makeAndCache(
    name: string,
    event: EventOfFeed,
    which: WhichPosts,
  ): Promise<CachedPage> {
    const page = await make(event, which)
    forget(name)
    pages.set(name, { ...page, version: event.feed_version })
    bytes += bytesOf(page)
    for (const eldest of pages.keys()) {
      if (bytes <= bytesMax) break
      forget(eldest)
    }
    return page
  }

  function forget(name: string): void {
    const page = pages.get(name)
    if (page) bytes -= bytesOf(page)
    pages.delete(name)
  }

  async function makeOnce(
    name: string,
    event: EventOfFeed,
    which: WhichPosts,
  ): Promise<CachedPage> {
    const nameNow = `${name} ${event.feed_version}`
    const begun = making.get(nameNow)
    if (begun) return begun
    const page = makeAndCache(name, event, which)
    making.set(nameNow, page)
    try {
      return await page
    } finally {
      making.delete(nameNow)
    }
  }

  return {
    /**
     * A page as it is now for this viewer. The event's row has to be read in the same request. Rejects with 404 where `after` is no
     * post of the event.
     */
    async read(
      event: EventOfFeed,
      which: WhichPosts,
      viewerId: number | undefined,
    ): Promise<WrittenAnswer<Post[]>> {
      const { page: number, after, limit } = which
      const name = `${event.id} ${after === undefined ? `page ${number}` : after} ${limit}`
      const known = pages.get(name)
      const isCached = known?.version === event.feed_version
      if (isCached) {
        // To the end, away from those that are forgotten first.
        pages.delete(name)
        pages.set(name, known)
      }
      const page = isCached ? known : await makeOnce(name, event, which)
      if (viewerId === undefined || page.isForAll) return page.answer
      return (await make(event, which, viewerId)).answer
    },
  }
}

async function listRows(
  db: Queries,
  event_id: number,
  { page, after, limit }: WhichPosts,
): Promise<PostRow[]> {
  if (after === undefined) return listFeedPage(db, event_id, page, limit)
  return listFeedAfter(db, event_id, await requirePlace(db, event_id, after), limit)
}

function bytesOf({ answer }: CachedPage): number {
  return answer.bytes.length + ENTRY_BYTES
}
