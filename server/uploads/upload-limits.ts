import { UPLOADS_IN_PROCESSING_MAX } from '../../contract/limits.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Queries, Sql } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { canUpload } from '../../contract/rules.ts'
import { toUploadWindow } from '../events/event-wire.ts'
import type { SeenEvent } from '../events/viewer.ts'

interface Owner {
  eventId: number
  userId: number
}

export interface UploadLimits {
  /** Posts in one event; undefined: no limit. */
  eventUploadLimit: number | undefined
  /** Posts of one user in one event. */
  userUploadLimit: number
}

interface LimitState {
  limitReached: boolean
  used: number
  /** Null where none is set. */
  limit: number | null
}

/** How far a viewer may still upload, of which they are told no count of posts that they do not see. */
export async function readViewersLimit(
  db: Queries,
  { id: eventId, viewer }: Pick<SeenEvent, 'id' | 'viewer'>,
  userId: number,
  limits: UploadLimits,
): Promise<LimitState> {
  const owner = { eventId, userId }
  const state = await readLimit(db, owner, limits)
  if (viewer.seesAll) return state
  const ofUser = await readLimit(db, owner, { ...limits, eventUploadLimit: undefined })
  return { ...ofUser, limitReached: state.limitReached }
}

/** How far a user may still upload to an event: by the event's limit or the user's, whichever leaves less. */
async function readLimit(
  db: Queries,
  { eventId, userId }: Owner,
  { eventUploadLimit, userUploadLimit }: UploadLimits,
): Promise<LimitState> {
  const ofUser = await countPosts(db, sql`event_id = ${eventId} and user_id = ${userId}`)
  const limits = [state(ofUser, userUploadLimit)]
  if (eventUploadLimit !== undefined) {
    limits.push(state(await countEventPosts(db, eventId), eventUploadLimit))
  }
  return limits.reduce((a, b) => ((b.limit ?? 0) - b.used < (a.limit ?? 0) - a.used ? b : a))
}

/** Rejects with 403 (`limit_reached`) at a limit of posts, with 429 where too many of the user's photos wait for renditions. */
export async function requireUploadQuota(
  db: Queries,
  owner: Owner,
  limits: UploadLimits,
): Promise<void> {
  const { limitReached } = await readLimit(db, owner, limits)
  if (limitReached) throw new HttpError('limit_reached')
  if ((await countUnprocessed(db, owner)) >= UPLOADS_IN_PROCESSING_MAX) {
    throw new HttpError('too_many_unprocessed')
  }
}

/** How many photos of a user in an event wait for renditions. */
export async function countUnprocessed(db: Queries, { eventId, userId }: Owner): Promise<number> {
  return countPosts(
    db,
    sql`event_id = ${eventId} and user_id = ${userId}
        and (status = 'READYFORPROCESSING' or lacks_full = 1)`,
  )
}

function state(used: number, limit: number): LimitState {
  return { limitReached: used >= limit, used, limit }
}

/** How many posts an event `e` has. It keeps the count of those that are shown, so only the others are counted here. */
const POSTS_OF_EVENT = sql`(e.post_count +
           (select count(*) from posts p where p.event_id = e.id and p.status <> 'COMPLETED'))`

/** Whether an event, `e` in a query, takes no more photos by limits of its own; undefined: there is none. */
export function isFull({ posts, bytes }: Record<'posts' | 'bytes', number | undefined>): Sql {
  const hasAllPosts = posts === undefined ? sql`1 = 0` : sql`${POSTS_OF_EVENT} >= ${posts}`
  return sql`(e.storage_bytes >= ${bytes ?? Number.MAX_SAFE_INTEGER} or ${hasAllPosts})`
}

async function countEventPosts(db: Queries, eventId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    select ${POSTS_OF_EVENT} as count from events e where e.id = ${eventId}`)
  return row?.count ?? 0
}

function countPosts(db: Queries, condition: Sql): Promise<number> {
  return countRows(db, sql`from posts where ${condition}`)
}

/** Whether an event's viewer may add photos now. */
export function isWindowOpen(event: SeenEvent, nowMs: number): boolean {
  return event.viewer.isOrganiser || canUpload(toUploadWindow(event), event.viewer.id, nowMs)
}

export function requireWindow(event: SeenEvent, nowMs: number): void {
  if (!isWindowOpen(event, nowMs)) throw new HttpError('window_closed')
}
