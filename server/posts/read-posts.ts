import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { HttpError } from '../http/http-error.ts'
import { findPlace } from './feed.ts'
import type { Place } from './feed.ts'
import { selectPosts } from './posts.ts'
import type { PostRow } from './posts.ts'
import { toPosts } from './post-wire.ts'
import type { EventOfPost } from './post-wire.ts'
import type { SignedMedia } from './signed-media.ts'

/** A post of this event as far as the viewer may see it: until it is shown, only its author and the event's owner may. */
async function findVisiblePost(
  db: Queries,
  event: Pick<EventRow, 'id' | 'user_id'>,
  post_id: number,
  viewerId: number | undefined,
): Promise<PostRow | undefined> {
  // A body may carry any number; PostgreSQL takes only whole ones for an id.
  if (!Number.isSafeInteger(post_id)) return undefined
  const row = await db.get<PostRow>(
    selectPosts(sql`where p.id = ${post_id} and p.event_id = ${event.id}`),
  )
  if (!row) return undefined
  const isVisible =
    row.status === 'COMPLETED' || viewerId === row.user_id || viewerId === event.user_id
  return isVisible ? row : undefined
}

/** Finds a post of this event that the viewer may see. Rejects with 404. */
export async function requirePost(
  db: Queries,
  event: Pick<EventRow, 'id' | 'user_id'>,
  post_id: number,
  viewerId: number | undefined,
  text: string = texts.server.postNotFound,
): Promise<PostRow> {
  const row = await findVisiblePost(db, event, post_id, viewerId)
  if (!row) throw new HttpError(404, text, 'post_not_found')
  return row
}

/** Finds a post as `requirePost` does, to change it: until the transaction ends nobody else changes or deletes it. */
export async function holdPost(
  tx: Transaction,
  event: Pick<EventRow, 'id' | 'user_id'>,
  post_id: number,
  viewerId: number,
  text?: string,
): Promise<PostRow> {
  if (Number.isSafeInteger(post_id)) await tx.lockRow('posts', post_id)
  return requirePost(tx, event, post_id, viewerId, text)
}

/** A post as it travels to this viewer; undefined where there is none that they may see. */
export async function readPost(
  db: Queries,
  event: EventOfPost,
  post_id: number,
  viewerId: number | undefined,
  signedMedia?: SignedMedia,
): Promise<Post | undefined> {
  const row = await findVisiblePost(db, event, post_id, viewerId)
  const [post] = await toPosts(db, event, row ? [row] : [], viewerId, signedMedia)
  return post
}

/** Where a post lies in its event's feed, or lay before it was deleted. Rejects with 404 for an id of no post of the event. */
export async function requirePlace(db: Queries, event_id: number, post_id: number): Promise<Place> {
  const place = await findPlace(db, event_id, post_id)
  if (!place) throw new HttpError(404, texts.server.postNotFound, 'post_not_found')
  return place
}
