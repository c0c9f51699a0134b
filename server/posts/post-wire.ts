import type { Post } from '../../contract/entities.ts'
import { LIKES_AT_ONCE, LIKES_SHOWN } from '../../contract/limits.ts'
import { newestComments } from '../comments/comments.ts'
import type { Queries } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { likesOfPosts } from '../likes/likes.ts'
import { sharedBursts } from './bursts.ts'
import { mediaAddresses, videoAddress } from './post-media.ts'
import type { PostRow } from './posts.ts'
import type { SignedMedia } from './post-media.ts'

export type EventOfPost = Pick<SeenEvent, 'id' | 'event_hash' | 'user_id' | 'viewer'>

/**
 * Posts of one event as they travel to its viewer, in the same order. However many they are, they take the same number of statements.
 * Without `signedMedia`, posts that are not shown have no addresses.
 */
export async function toPosts(
  db: Queries,
  event: EventOfPost,
  rows: readonly PostRow[],
  signedMedia?: SignedMedia,
): Promise<Post[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const likes = rows.some((row) => row.like_count > 0)
    ? await likesOfPosts(
        db,
        event.event_hash,
        ids,
        event.viewer.id,
        likesEach(rows.map((row) => row.like_count)),
      )
    : undefined
  const comments = rows.some((row) => row.comment_count > 0)
    ? await newestComments(db, ids)
    : undefined
  const bursts = await sharedBursts(
    db,
    rows.map((row) => row.burst_id),
  )
  return rows.map((row) => {
    const post = toPost(row, event)
    post.Likes = likes?.get(row.id) ?? []
    post.Comments = comments?.get(row.id) ?? []
    // Who sees their own alone is not to know of another like it.
    const burst = event.viewer.seesAll ? row.burst_id : null
    if (burst !== null && bursts.has(burst)) post.burst = burst
    const isTheirs = event.viewer.isOrganiser || event.viewer.id === row.user_id
    if (isTheirs && row.status === 'FAILEDBYNUDITY') addFlaggedPart(post, row, signedMedia)
    return post
  })
}

/** How many likes posts with so many carry in one answer, each at most. */
function likesEach(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + Math.min(count, LIKES_SHOWN), 0)
  return all > LIKES_AT_ONCE ? Math.floor(LIKES_AT_ONCE / counts.length) : LIKES_SHOWN
}

/** What its author and the event's organisers see of a photo that waits for the owner. */
function addFlaggedPart(post: Post, row: PostRow, signedMedia: SignedMedia | undefined): void {
  const addresses = signedMedia?.addresses(row.media_name)
  Object.assign(post, toPictures(row, addresses), toVideo(row, addresses?.video))
  if (row.review_reason) post.reviewReason = row.review_reason
}

/** Until there is a large picture the thumb stands for it, so that every client has something to show. */
function toPictures(
  { lacks_full }: PostRow,
  addresses: { full: string; thumb: string } | undefined,
): Pick<Post, 'image_url' | 'compressed_url'> {
  const { full = null, thumb = null } = addresses ?? {}
  return { image_url: lacks_full ? thumb : full, compressed_url: thumb }
}

/** What only a video has. */
function toVideo(
  { kind, duration_ms }: PostRow,
  address: string | undefined,
): Pick<Post, 'duration' | 'video_url'> {
  if (kind === 'photo') return {}
  return {
    video_url: address ?? null,
    ...(duration_ms !== null && { duration: duration_ms / 1000 }),
  }
}

/** Whether every viewer gets the same: a viewer's own like is always sent along, which makes no difference where all likes are. */
export function isSameForAll(posts: readonly Post[]): boolean {
  const most = likesEach(posts.map(({ likeCount }) => likeCount))
  return posts.every(({ Likes }) => Likes.length < most)
}

function toPost(row: PostRow, event: EventOfPost): Post {
  const addresses = row.status === 'COMPLETED' ? mediaAddresses(row.media_name) : undefined
  return {
    id: row.id,
    kind: row.kind,
    ...toVideo(row, addresses && videoAddress(row.media_name)),
    ...toPictures(row, addresses),
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    status: row.status,
    event_hash: event.event_hash,
    // The feed's own order, by which a device places the posts that it has.
    createdAt: new Date(row.published_at ?? row.created_at).toISOString(),
    original_date: row.original_date,
    User: { id: row.user_id, name: row.user_name },
    Event: { userId: event.user_id },
    sha256: row.sha256,
    Likes: [],
    likeCount: row.like_count,
    Comments: [],
    commentCount: row.comment_count,
  }
}
