import { FIRST_PAGE, PAGE_SIZE } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Sql } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { selectPosts } from './posts.ts'
import type { PostRow } from './posts.ts'

/** The newest posts that still wait, or failed, which one answer lists at most. */
const UNFINISHED_SHOWN = 500

/** `YYYY-MM-DD` of a photo `p`, on its own clock. */
export const DAY = sql`substr(p.original_date, 1, 10)`

/** A place in an event's feed: the newest post first, of two of the same moment the one with the greater id. */
export interface Place {
  published_at: number
  post_id: number
}

interface Stretch {
  after?: Place | undefined
  /** Where there is no `after`. */
  before?: Place | undefined
  /** Counted from 1, where there is neither. */
  page?: number
  count?: number
  /** Of which posts `p` alone: begins with `and`. */
  only?: Sql
}

/**
 * Posts of an event's feed, newest first: those that follow a place, or lead up to it, which costs the same at every depth, or else those
 * of a page, which costs more the further down it is.
 */
export async function listFeed(
  db: Queries,
  event_id: number,
  { after, before, page = FIRST_PAGE, count = PAGE_SIZE, only = sql`` }: Stretch = {},
): Promise<PostRow[]> {
  const shown = sql`where p.event_id = ${event_id} and p.status = 'COMPLETED' ${only}`
  if (!after && before) {
    const rows = await db.all<PostRow>(
      selectPosts(sql`
       ${shown} and (p.published_at, p.id) > (${before.published_at}, ${before.post_id})
       order by p.published_at, p.id
       limit ${count}`),
    )
    return rows.toReversed()
  }
  const place = after
    ? sql`and (p.published_at, p.id) < (${after.published_at}, ${after.post_id})`
    : sql``
  return db.all<PostRow>(
    selectPosts(sql`
     ${shown} ${place}
     order by p.published_at desc, p.id desc
     limit ${count} offset ${after ? 0 : (page - FIRST_PAGE) * count}`),
  )
}

/** Of which posts `p` a viewer sees: all, or their own. */
export function seenAlone({ viewer }: Pick<SeenEvent, 'viewer'>): Sql {
  if (viewer.seesAll) return sql``
  // No user has this id.
  return sql`and p.user_id = ${viewer.id ?? 0}`
}

/** The posts that an event's viewer sees, newest first. */
export async function listFeedIds(
  db: Queries,
  event: Pick<SeenEvent, 'id' | 'viewer'>,
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    select p.id from posts p
     where p.event_id = ${event.id} and p.status = 'COMPLETED' ${seenAlone(event)}
     order by p.published_at desc, p.id desc`)
  return rows.map(({ id }) => id)
}

/**
 * Where a post of this event lies in its feed, or would lie; also one that was deleted. Undefined for any other id, and for others' posts
 * where the viewer sees their own alone.
 */
export async function findPlace(
  db: Queries,
  { id: event_id, viewer }: Pick<SeenEvent, 'id' | 'viewer'>,
  post_id: number,
): Promise<Place | undefined> {
  const only = viewer.seesAll ? sql`` : sql`and user_id = ${viewer.id ?? 0}`
  return db.get<Place>(sql`
    select coalesce(published_at, created_at) as published_at, id as post_id
      from posts where id = ${post_id} and event_id = ${event_id} ${only}
    union all
    select published_at, post_id
      from deleted_posts where post_id = ${post_id} and event_id = ${event_id} ${only}`)
}

/** A user's posts of an event in every state, newest first: the 24 that are older than post `after`. */
export async function listPostsOf(
  db: Queries,
  event_id: number,
  user_id: number,
  after: number | undefined,
): Promise<PostRow[]> {
  return db.all<PostRow>(
    selectPosts(sql`
     where p.event_id = ${event_id} and p.user_id = ${user_id}
       ${after === undefined ? sql`` : sql`and p.id < ${after}`}
     order by p.id desc
     limit ${PAGE_SIZE}`),
  )
}

/**
 * A user's posts of an event that are not in its feed, newest first; for its organisers everyone's. Of too many, others' flagged ones
 * are left out first, which have a list of their own, then those that are being processed.
 */
export async function listUnfinished(
  db: Queries,
  event_id: number,
  user_id: number,
  isOrganiser: boolean,
): Promise<PostRow[]> {
  return db.all<PostRow>(
    selectPosts(sql`
     where p.id in (
       select id from posts
        where event_id = ${event_id} and status <> 'COMPLETED'
          ${isOrganiser ? sql`` : sql`and user_id = ${user_id}`}
        order by case when user_id = ${user_id} or status = 'FAILEDPROCESSING' then 0
                      when status = 'READYFORPROCESSING' then 1
                      else 2 end,
                 id desc
        limit ${UNFINISHED_SHOWN})
     order by p.id desc`),
  )
}
