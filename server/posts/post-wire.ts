import type { Comment, Like, Post } from '../../contract/entities.ts'
import { LIKES_SHOWN } from '../../contract/limits.ts'
import { newestComments } from '../comments/comments.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { likesOfPosts } from '../likes/likes.ts'
import { mediaAddresses } from './post-media.ts'
import type { PostRow } from './posts.ts'

export type EventOfPost = Pick<EventRow, 'id' | 'event_hash' | 'user_id'>

/** Posts of one event as they travel, in the same order. The number of statements does not grow with that of posts. */
export async function toPosts(
  db: Queries,
  event: EventOfPost,
  rows: readonly PostRow[],
  viewerId: number | undefined,
): Promise<Post[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const likes = await likesOfPosts(db, event.event_hash, ids, viewerId)
  const comments = await newestComments(db, ids)
  return rows.map((row) =>
    toPost(row, event, { Likes: likes.get(row.id) ?? [], Comments: comments.get(row.id) ?? [] }),
  )
}

/** Whether these posts travel alike to every viewer: one's own like is among those told of, and here all are. */
export function isSameForAll(posts: readonly Post[]): boolean {
  return posts.every(({ Likes }) => Likes.length < LIKES_SHOWN)
}

function toPost(
  row: PostRow,
  event: EventOfPost,
  reactions: { Likes: Like[]; Comments: Comment[] },
): Post {
  const addresses = row.status === 'COMPLETED' ? mediaAddresses(row.media_name) : undefined
  return {
    id: row.id,
    image_url: addresses?.full ?? null,
    compressed_url: addresses?.thumb ?? null,
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    status: row.status,
    event_hash: event.event_hash,
    createdAt: new Date(row.created_at).toISOString(),
    original_date: row.original_date,
    User: { id: row.user_id, name: row.user_name },
    Event: { userId: event.user_id },
    sha256: row.sha256,
    likeCount: row.like_count,
    commentCount: row.comment_count,
    ...reactions,
  }
}
