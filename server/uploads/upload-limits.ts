import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'

export interface UploadLimits {
  /** Posts in one event; undefined: no limit. */
  eventUploadLimit: number | undefined
  /** Posts of one user in one event. */
  userUploadLimit: number
}

export interface LimitState {
  limitReached: boolean
  used: number
  /** Null where none is set. */
  limit: number | null
}

/** How far a user may still upload to an event: by the event's limit or the user's, whichever leaves less. */
export async function readLimit(
  db: Queries,
  { eventId, userId }: { eventId: number; userId: number },
  { eventUploadLimit, userUploadLimit }: UploadLimits,
): Promise<LimitState> {
  const ofUser = await countPosts(db, sql`event_id = ${eventId} and user_id = ${userId}`)
  const limits = [state(ofUser, userUploadLimit)]
  if (eventUploadLimit !== undefined) {
    limits.push(state(await countPosts(db, sql`event_id = ${eventId}`), eventUploadLimit))
  }
  return limits.reduce((a, b) => ((b.limit ?? 0) - b.used < (a.limit ?? 0) - a.used ? b : a))
}

/** Photos of a user that wait for their renditions in an event. */
export async function countUnprocessed(
  db: Queries,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<number> {
  return countPosts(
    db,
    sql`event_id = ${eventId} and user_id = ${userId} and status = 'READYFORPROCESSING'`,
  )
}

function state(used: number, limit: number): LimitState {
  return { limitReached: used >= limit, used, limit }
}

async function countPosts(db: Queries, condition: ReturnType<typeof sql>): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from posts where ${condition}`,
  )
  return row?.count ?? 0
}
