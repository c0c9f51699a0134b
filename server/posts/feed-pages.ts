import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { serializeAnswer } from '../http/reply.ts'
import type { SerializedAnswer } from '../http/reply.ts'
import { byFeedVersion } from './by-feed-version.ts'
import { ANYBODY } from '../events/viewer.ts'
import { listFeed, seenAlone } from './feed.ts'
import { isSameForAll, toPosts } from './post-wire.ts'
import type { EventOfPost } from './post-wire.ts'
import { requirePlace } from './read-posts.ts'

/** A page of 24 posts is some 12 kB, one with a hundred likes on each 200 kB. */
const BYTES_MAX = 16 * 1024 * 1024
/** What an entry takes besides, about: there are a million empty pages to ask for. */
const ENTRY_BYTES = 512

type EventOfFeed = EventOfPost & Pick<EventRow, 'feed_version'>

/** Which posts of a feed: so many that follow a post, or lead up to one, or else a page of so many, counted from 1. */
interface WhichPosts {
  page: number
  after?: number | undefined
  before?: number | undefined
  limit: number
}

interface CachedPage {
  answer: SerializedAnswer<Post[]>
  isForAll: boolean
}

export type FeedPages = ReturnType<typeof createFeedPages>

/** Caches the bytes of pages of events' feeds. */
export function createFeedPages(db: Queries, bytesMax = BYTES_MAX) {
  const sizeOf = ({ answer }: CachedPage) => answer.bytes.length + ENTRY_BYTES
  const pages = byFeedVersion({ max: bytesMax, sizeOf })

  async function make(event: EventOfFeed, which: WhichPosts): Promise<CachedPage> {
    const { page, limit: count } = which
    const after = await requirePlace(db, event, which.after)
    const before = await requirePlace(db, event, which.before)
    const stretch = { after, before, page, count, only: seenAlone(event) }
    const rows = await listFeed(db, event.id, stretch)
    const posts = await toPosts(db, event, rows)
    return { answer: serializeAnswer(api.listPosts, posts), isForAll: isSameForAll(posts) }
  }

  return {
    /** A page as it is now for this viewer. Rejects with 404 where `after` or `before` is no post of the event. */
    async read(event: EventOfFeed, which: WhichPosts): Promise<SerializedAnswer<Post[]>> {
      if (!event.viewer.seesAll) return (await make(event, which)).answer
      const { page: number, after, before, limit } = which
      const place = after ?? (before === undefined ? `page ${number}` : `before ${before}`)
      const ofAll = { ...event, viewer: ANYBODY }
      const page = await pages(event, () => make(ofAll, which), `${place} ${limit}`)
      if (event.viewer.id === undefined || page.isForAll) return page.answer
      return (await make(event, which)).answer
    },
  }
}
