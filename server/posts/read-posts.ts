import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { HttpError } from '../http/http-error.ts'
import { findPlace } from './feed.ts'
import type { Place } from './feed.ts'
import { selectPosts } from './posts.ts'
import type { PostRow } from './posts.ts'
import { toPosts } from './post-wire.ts'
import type { EventOfPost } from './post-wire.ts'
import type { SignedMedia } from './post-media.ts'

/** A post of this event as far as its viewer may see it: until it is shown, only its author and the event's organisers may. */
async function findVisiblePost(
  db: Queries,
  { id: event_id, viewer }: Pick<SeenEvent, 'id' | 'viewer'>,
  post_id: number,
): Promise<PostRow | undefined> {
  // A body may carry any number; PostgreSQL takes only whole ones for an id.
  if (!Number.isSafeInteger(post_id)) return undefined
  const row = await db.get<PostRow>(
    selectPosts(sql`where p.id = ${post_id} and p.event_id = ${event_id}`),
  )
  if (!row) return undefined
  const isShown = row.status === 'COMPLETED' && viewer.seesAll
  return isShown || viewer.isOrganiser || viewer.id === row.user_id ? row : undefined
}

/** Finds a post of this event that the viewer may see. Rejects with 404. */
export async function requirePost(
  db: Queries,
  event: Pick<SeenEvent, 'id' | 'viewer'>,
  post_id: number,
  text: string = texts.server.postNotFound,
): Promise<PostRow> {
  const row = await findVisiblePost(db, event, post_id)
  if (!row) throw new HttpError('post_not_found', { message: text })
  return row
}

/** Finds a post as `requirePost` does, to change it: until the transaction ends nobody else changes or deletes it. */
export async function lockPost(
  tx: Transaction,
  event: Pick<SeenEvent, 'id' | 'viewer'>,
  post_id: number,
  text?: string,
): Promise<PostRow> {
  if (Number.isSafeInteger(post_id)) await tx.lockRow('posts', post_id)
  return requirePost(tx, event, post_id, text)
}

/** A post as it travels to this viewer; undefined where there is none that they may see. */
export async function readPost(
  db: Queries,
  event: EventOfPost,
  post_id: number,
  signedMedia?: SignedMedia,
): Promise<Post | undefined> {
  const row = await findVisiblePost(db, event, post_id)
  const [post] = await toPosts(db, event, row ? [row] : [], signedMedia)
  return post
}

/**
 * Where a post lies in its event's feed, or lay before it was deleted; undefined where none is asked for. Rejects with 404 for an id of
 * no post of the event, or of none that the viewer may see.
 */
export async function requirePlace(
  db: Queries,
  event: Pick<SeenEvent, 'id' | 'viewer'>,
  post_id: number | undefined,
): Promise<Place | undefined> {
  if (post_id === undefined) return undefined
  const place = await findPlace(db, event, post_id)
  if (!place) throw new HttpError('post_not_found')
  return place
}

interface KnownPhoto {
  /** Of the bytes as received, or of the photo they were made smaller from; hexadecimal. */
  sha256: string
  post_id: number
}

/**
 * Which of these photos an event has, each with its oldest post: among those that they see, and the user's own that are or may yet be.
 * Of another's photo that waits, or failed, it says nothing.
 */
export async function listKnownPhotos(
  db: Queries,
  { id: event_id, viewer }: Pick<SeenEvent, 'id' | 'viewer'>,
  user_id: number,
  sha256: readonly string[],
): Promise<KnownPhoto[]> {
  const shown = viewer.seesAll ? sql`status = 'COMPLETED'` : sql`1 = 0`
  const mayBeTold = sql`event_id = ${event_id}
       and (${shown} or (user_id = ${user_id} and status <> 'FAILEDPROCESSING'))`
  return db.all<KnownPhoto>(sql`
    select sha256, min(id) as post_id from (
      select id, sha256 from posts where ${mayBeTold} and sha256 in (${sqlList(sha256)})
      union all
      select id, original_sha256 from posts where ${mayBeTold} and original_sha256 in (${sqlList(sha256)})
    ) as told
     group by sha256
     order by post_id`)
}
