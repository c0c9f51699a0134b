import type { Post, PostStatus, ReviewReason } from '../../contract/entities.ts'
import type { VideoType } from '../../contract/video-type.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Sql, Transaction } from '../db/sql.ts'
import { recordChange } from '../live/changes.ts'
import type { Oriented } from '../media/orientation.ts'

/** What is read of a post to show it. Each column more is felt in the time that a page of the feed takes. */
export interface PostRow {
  id: number
  user_id: number
  user_name: string | null
  kind: Post['kind']
  status: PostStatus
  sha256: string
  size: number
  media_name: string
  original_date: string
  width: number | null
  height: number | null
  thumbhash: string | null
  burst_id: number | null
  /** Of a processed video, milliseconds. */
  duration_ms: number | null
  /** 1: its large rendition is still to be made. 2: that has failed for good, and its thumb goes on standing for it. */
  lacks_full: number
  /** Of one that is FAILEDBYNUDITY: why it waits for the owner. */
  review_reason: ReviewReason | null
  like_count: number
  comment_count: number
  /** When the server received it, milliseconds since the epoch. */
  created_at: number
  published_at: number | null
}

interface NewPost
  extends
    Oriented,
    Pick<
      PostRow,
      'user_id' | 'kind' | 'sha256' | 'size' | 'media_name' | 'original_date' | 'created_at'
    > {
  event_id: number
  type: string
  timezone: string
  description: string
  idempotency_key: string | undefined
  /** Of the photo that its sender made a smaller one of; null: this is the photo itself. */
  original_sha256: string | null
}

export interface Rendered {
  width: number
  height: number
  thumbhash: string
  /** Bytes of all renditions that there are, together. */
  rendition_bytes: number
  /** There is only the thumb yet. */
  lacksFull?: boolean
  /** What the nudity check said of each of its classes, as JSON; absent: nothing. */
  probabilities?: string | undefined
  /** Of a video, milliseconds. */
  duration_ms?: number
  /** Where the part of it begins that films show. */
  liveliest_ms?: number
  /** Of a video that has a copy as it was filmed: the ending of that. */
  clean_type?: VideoType | undefined
}

type PostOfKey = { state: 'there'; post: PostRow } | { state: 'deleted'; post_id: number }

/** Rows of posts with their authors' names; `rest` starts at the `where`. */
export function selectPosts(rest: Sql): Sql {
  return sql`
    select p.id, p.user_id, u.name as user_name, p.kind, p.status, p.sha256, p.size, p.media_name, p.original_date,
           p.width, p.height, p.thumbhash, p.burst_id, p.duration_ms, p.lacks_full, p.review_reason,
           p.like_count, p.comment_count, p.created_at, p.published_at
      from posts p
      join users u on u.id = p.user_id
      ${rest}`
}

/** Adds a photo just received, to be processed. The job that processes it belongs in the same transaction. */
export async function insertPost(tx: Queries, post: NewPost): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    insert into posts (event_id, user_id, kind, status, idempotency_key, sha256, original_sha256, size, type, media_name,
                       orientation, original_date, timezone, description, created_at)
    values (${post.event_id}, ${post.user_id}, ${post.kind}, 'READYFORPROCESSING', ${post.idempotency_key ?? null},
            ${post.sha256}, ${post.original_sha256}, ${post.size}, ${post.type}, ${post.media_name},
            ${post.orientation}, ${post.original_date}, ${post.timezone}, ${post.description}, ${post.created_at})
    returning id`)
  if (!row) throw new Error('a new post has no id')
  await tx.run(sql`
    update events set storage_bytes = storage_bytes + ${post.size} where id = ${post.event_id}`)
  return row.id
}

/** What the same user sent to the same event under this key before; undefined: nothing. */
export async function postOfKey(
  db: Queries,
  { user_id, event_id, key }: { user_id: number; event_id: number; key: string },
): Promise<PostOfKey | undefined> {
  const post = await db.get<PostRow>(
    selectPosts(sql`
     where p.user_id = ${user_id} and p.event_id = ${event_id} and p.idempotency_key = ${key}`),
  )
  if (post) return { state: 'there', post }
  const deleted = await db.get<{ post_id: number }>(sql`
    select post_id from deleted_posts
     where user_id = ${user_id} and event_id = ${event_id} and idempotency_key = ${key}`)
  return deleted && { state: 'deleted', post_id: deleted.post_id }
}

/**
 * Shows a processed photo in the feed, at the place of the time the server received it. False where it no longer waits
 * for that: ended by an earlier run, or deleted meanwhile.
 */
export function publishPost(tx: Queries, post_id: number, made: Rendered): Promise<boolean> {
  const how = sql`status = 'COMPLETED', published_at = created_at`
  return endProcessing(tx, post_id, made, { how, shown: 1 })
}

/** Ends the processing of a photo that was rendered; `how`: what else its row says then. False where it no longer waits for that. */
export async function endProcessing(
  tx: Queries,
  post_id: number,
  made: Rendered,
  { how, shown }: { how: Sql; shown: 0 | 1 },
): Promise<boolean> {
  const post = await tx.get<{ event_id: number }>(sql`
    update posts set ${how}, width = ${made.width},
           height = ${made.height}, thumbhash = ${made.thumbhash}, rendition_bytes = ${made.rendition_bytes},
           lacks_full = ${made.lacksFull ? 1 : 0}, probabilities = ${made.probabilities ?? null},
           duration_ms = ${made.duration_ms ?? null}, liveliest_ms = ${made.liveliest_ms ?? null},
           clean_type = ${made.clean_type ?? null}
     where id = ${post_id} and status = 'READYFORPROCESSING'
    returning event_id`)
  if (!post) return false
  const { event_id } = post
  await tx.run(sql`
    update events set post_count = post_count + ${shown}, storage_bytes = storage_bytes + ${made.rendition_bytes}
     where id = ${event_id}`)
  await recordChange(tx, { event_id, kind: 'post', post_id })
  return true
}

/**
 * Notes that the large rendition of a photo is there, and tells of its address. False where nobody waits for it any more: the
 * post was deleted, or its renditions have been made again under another name.
 */
export async function completePost(
  tx: Queries,
  { id, media_name }: Pick<PostRow, 'id' | 'media_name'>,
  { width, height, bytes }: { width: number; height: number; bytes: number },
): Promise<boolean> {
  const post = await tx.get<{ event_id: number }>(sql`
    update posts set lacks_full = 0, width = ${width}, height = ${height}, rendition_bytes = rendition_bytes + ${bytes}
     where id = ${id} and media_name = ${media_name} and lacks_full = 1
    returning event_id`)
  if (!post) return false
  const { event_id } = post
  await tx.run(
    sql`update events set storage_bytes = storage_bytes + ${bytes} where id = ${event_id}`,
  )
  await recordChange(tx, { event_id, kind: 'post', post_id: id })
  return true
}

/** Notes that a photo goes on being shown by its thumb. False where nobody waits for its large rendition any more. */
export async function markFullFailed(tx: Queries, post_id: number): Promise<boolean> {
  const changed = await tx.run(
    sql`update posts set lacks_full = 2 where id = ${post_id} and lacks_full = 1`,
  )
  return changed === 1
}

/** Ends the processing of a photo that cannot be shown, where it still waits for that. */
export async function failPost(tx: Queries, post_id: number): Promise<void> {
  const post = await tx.get<{ event_id: number }>(sql`
    update posts set status = 'FAILEDPROCESSING' where id = ${post_id} and status = 'READYFORPROCESSING'
    returning event_id`)
  if (post) await recordChange(tx, { event_id: post.event_id, kind: 'post', post_id })
}

/**
 * Deletes a post with its likes and comments and corrects its event's counts. What remains is its key, so that a replay
 * does not bring it back, and its place in the feed. Undefined where it is gone already. Its blobs go after the commit.
 */
export async function deletePost(
  tx: Transaction,
  post_id: number,
  nowMs: number,
): Promise<Pick<PostRow, 'kind' | 'media_name'> | undefined> {
  await tx.lockRow('posts', post_id)
  await tx.run(sql`
    insert into deleted_posts (post_id, event_id, user_id, idempotency_key, published_at, deleted_at)
    select id, event_id, user_id, idempotency_key, coalesce(published_at, created_at), ${nowMs}
      from posts where id = ${post_id}`)
  const post = await tx.get<
    Pick<PostRow, 'user_id' | 'kind' | 'media_name' | 'status'> & {
      event_id: number
      bytes: number
    }
  >(
    sql`delete from posts where id = ${post_id}
        returning event_id, user_id, kind, media_name, status, size + rendition_bytes as bytes`,
  )
  if (!post) return undefined
  const { event_id, user_id, kind, media_name } = post
  const wasShown = post.status === 'COMPLETED'
  await tx.run(sql`
    update events set post_count = post_count - ${wasShown ? 1 : 0},
           storage_bytes = storage_bytes - ${post.bytes}
     where id = ${event_id}`)
  const author_id = wasShown ? undefined : user_id
  await recordChange(tx, { event_id, kind: 'post', post_id, author_id })
  return { kind, media_name }
}
