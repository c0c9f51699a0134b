import type { Comment, Event, Like, Post } from '../../contract/entities.ts'
import { MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS } from '../../contract/limits.ts'
import type { IdPages, PostPages } from '../../src/posts/post-list.ts'

export const EVENT_HASH = 'aaaaaaaaaaaaaaaaaaaaaa'

export function makeEvent(changes: Partial<Event> = {}): Event {
  return {
    id: 1,
    event_hash: EVENT_HASH,
    name: 'Summer',
    event_date: '2026-06-14 18:00:00.000',
    event_original_date: '2026-06-14 18:00:00.000',
    event_profile_image_url: null,
    event_banner_url: null,
    seating_url: null,
    userId: 1,
    User: { id: 1 },
    postCount: 31,
    uploadsOpen: true,
    uploadsOpenUntil: null,
    allowVideos: false,
    maxVideoSeconds: MAX_VIDEO_SECONDS,
    maxVideoBytes: MAX_VIDEO_BYTES,
    guestSignIn: 'phone',
    photosPerChoice: 4,
    revealAt: null,
    guestsSee: 'all',
    hasPin: false,
    pinMark: null,
    mayShare: true,
    showCounts: false,
    guestCount: null,
    ...changes,
  }
}

export function makePost(id: number, changes: Partial<Post> = {}): Post {
  return {
    id,
    kind: 'photo',
    image_url: `/media/${id}`,
    compressed_url: `/media/${id}-small`,
    width: 4,
    height: 3,
    thumbhash: null,
    status: 'COMPLETED',
    event_hash: EVENT_HASH,
    createdAt: timeOf(id),
    original_date: '2026-06-14T20:00:00+02:00',
    User: { id: 1, name: 'Anna' },
    Event: { userId: 1 },
    sha256: '00',
    Likes: [],
    likeCount: 0,
    Comments: [],
    commentCount: 0,
    ...changes,
  }
}

export function makeComment(id: number): Comment {
  return { id, content: `words ${id}`, createdAt: timeOf(id), User: { id: 2, name: 'Ben' } }
}

/** What has the higher id is the newer. */
function timeOf(id: number): string {
  return new Date(Date.UTC(2026, 5, 14, 18, id)).toISOString()
}

export function idsDown(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, first - last + 1) }, (_, at) => first - at)
}

/** Posts with descending ids, as in a feed. */
export function downFrom(first: number, last: number): Post[] {
  return idsDown(first, last).map((id) => makePost(id))
}

export function inPages(...pages: Post[][]): PostPages {
  return { pages, pageParams: pages.map((_, at) => ({ page: at + 1 })) }
}

/** The ids of a list, of posts or as the query cache has it, each once. */
export const idsOf = ({ pages }: Pick<PostPages, 'pages'> | Pick<IdPages, 'pages'>) => [
  ...new Set(pages.flat().map((each) => (typeof each === 'number' ? each : each.id))),
]
export const likesOf = (...userIds: number[]): Like[] =>
  userIds.map((userId) => ({ userId, post_id: 1, event_hash: EVENT_HASH }))
