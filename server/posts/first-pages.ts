import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { FIRST_PAGE } from '../../contract/limits.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { writeAnswer } from '../http/reply.ts'
import type { WrittenAnswer } from '../http/reply.ts'
import { listFeedPage } from './feed.ts'
import { isSameForAll, toPosts } from './post-wire.ts'
import type { EventOfPost } from './post-wire.ts'

/** A page of 24 posts is some 12 kB, one with a hundred likes on each 200 kB. */
const BYTES_MAX = 16 * 1024 * 1024

type EventOfFeed = EventOfPost & Pick<EventRow, 'feed_version'>

interface KeptPage {
  answer: WrittenAnswer<Post[]>
  isForAll: boolean
}

/** Page 1 of events' feeds. */
export interface FirstPages {
  /** Page 1 as it is now for this viewer. The event's row has to be read in the same request. */
  read: (event: EventOfFeed, viewerId: number | undefined) => Promise<WrittenAnswer<Post[]>>
}

/**
 * Caches the bytes of page 1 of events' feeds (LRU). A page is valid while the event's `feed_version` is the one read before its
 * posts: every change, in any process, counts it up.
 */
export function createFirstPages(db: Queries, bytesMax = BYTES_MAX): FirstPages {
  const pages = new Map<number, KeptPage & { version: number }>()
  const making = new Map<string, Promise<KeptPage>>()
  let bytes = 0

  async function make(event: EventOfFeed, viewerId?: number): Promise<KeptPage> {
    const rows = await listFeedPage(db, event.id, FIRST_PAGE)
    const posts = await toPosts(db, event, rows, viewerId)
    return { answer: writeAnswer(api.listPosts, posts), isForAll: isSameForAll(posts) }
  }

  async function makeAndKeep(event: EventOfFeed): Promise<KeptPage> {
    const page = await make(event)
    forget(event.id)
    pages.set(event.id, { ...page, version: event.feed_version })
    bytes += page.answer.bytes.length
    for (const eldest of pages.keys()) {
      if (bytes <= bytesMax) break
      forget(eldest)
    }
    return page
  }

  function forget(event_id: number): void {
    bytes -= pages.get(event_id)?.answer.bytes.length ?? 0
    pages.delete(event_id)
  }

  /** Makes a page once for all who ask for it at the same time. */
  async function makeOnce(event: EventOfFeed): Promise<KeptPage> {
    const name = `${event.id} ${event.feed_version}`
    const begun = making.get(name)
    if (begun) return begun
    const page = makeAndKeep(event)
    making.set(name, page)
    try {
      return await page
    } finally {
      making.delete(name)
    }
  }

  return {
    async read(event, viewerId) {
      const known = pages.get(event.id)
      const isKept = known?.version === event.feed_version
      if (isKept) {
        // To the end, away from those that are forgotten first.
        pages.delete(event.id)
        pages.set(event.id, known)
      }
      const page = isKept ? known : await makeOnce(event)
      if (viewerId === undefined || page.isForAll) return page.answer
      return (await make(event, viewerId)).answer
    },
  }
}
