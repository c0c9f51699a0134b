import { sql } from '../db/sql.ts'
import type { Database, Queries, Sql } from '../db/sql.ts'

/** Channel that tells of new changes; the message is the event's id. */
export const CHANGES_CHANNEL = 'live_changes'

/** Clients that were away for longer load everything again. */
const KEPT_MS = 6 * 60 * 60_000

/** Something that happened in an event. Only ids: the content is read when it is told. */
interface Change {
  event_id: number
  /** `reset`: too much at once to be told one by one. `pause`: others see the event than before, or see less of it: streams end. */
  kind: 'post' | 'like' | 'comment' | 'event' | 'reset' | 'pause' | 'role'
  post_id?: number
  /** The comment; the user who likes or does not, or who organises the event from now on or does not: that one's streams end. */
  subject_id?: number
  /** Set where a deleted post had only ever been visible to its author and the event's organisers. */
  author_id?: number | undefined
}

export interface ChangeRow {
  /** Place among the changes of its event, counted without a gap from 1. */
  seq: number
  kind: Change['kind']
  post_id: number | null
  subject_id: number | null
  author_id: number | null
}

/**
 * Writes down a change in the transaction that makes it, and has those who listen told once that is committed. The event's
 * row is held until then, so that changes show in the order of their numbers.
 */
export async function recordChange(tx: Queries, change: Change): Promise<void> {
  const { event_id, kind, post_id = null, subject_id = null, author_id = null } = change
  const event = await tx.get<{ live_seq: number }>(sql`
    update events set live_seq = live_seq + 1, feed_version = feed_version + 1
     where id = ${event_id} returning live_seq`)
  if (!event) return
  await tx.run(sql`
    insert into live_changes (event_id, seq, kind, post_id, subject_id, author_id, created_at)
    values (${event_id}, ${event.live_seq}, ${kind}, ${post_id}, ${subject_id}, ${author_id}, ${Date.now()})`)
  await tx.notify(CHANGES_CHANNEL, String(event_id))
}

/** Notes once that the moment of an event has come, at which guests see everything: all who listen, and who come back, load it. */
export async function noteReveal(db: Database, event_id: number, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const noted = await tx.run(
      sql`update events set reveal_at = null where id = ${event_id} and reveal_at <= ${nowMs}`,
    )
    if (noted === 0) return
    for (const kind of ['event', 'reset'] as const) await recordChange(tx, { event_id, kind })
  })
}

/** Makes cached pages of an event's feed stale without telling listeners. */
export async function outdateFeed(tx: Queries, event_id: number): Promise<void> {
  await tx.run(sql`update events set feed_version = feed_version + 1 where id = ${event_id}`)
}

/** Tells listeners that an event was deleted, once the transaction is committed. */
export async function notifyEventGone(tx: Queries, event_id: number): Promise<void> {
  await tx.notify(CHANGES_CHANNEL, String(event_id))
}

/** What decides which posts guests hear of. */
export interface Reveal {
  /** Epoch milliseconds; from then on guests hear of all posts, unless they are to see their own alone. */
  reveal_at: number | null
  guests_see: 'all' | 'own'
}

export interface LiveState {
  /** The number of the newest change, 0 where there was none. */
  seq: number
  reveal: Reveal
}

export async function readLiveState(db: Queries, event_id: number): Promise<LiveState | undefined> {
  const row = await db.get<Reveal & { live_seq: number }>(
    sql`select live_seq, reveal_at, guests_see from events where id = ${event_id}`,
  )
  if (!row) return undefined
  const { live_seq: seq, ...reveal } = row
  return { seq, reveal }
}

/** The oldest changes of an event of which `which` is so, up to `limit`. */
export function listChanges(
  db: Queries,
  event_id: number,
  which: Sql,
  limit: number,
): Promise<ChangeRow[]> {
  return db.all<ChangeRow>(sql`
    select seq, kind, post_id, subject_id, author_id from live_changes
     where event_id = ${event_id} and ${which}
     order by seq
     limit ${limit}`)
}

/** Forgets changes that are told to nobody any more. */
export async function pruneChanges(db: Queries, nowMs: number): Promise<void> {
  await db.run(sql`delete from live_changes where created_at < ${nowMs - KEPT_MS}`)
}
