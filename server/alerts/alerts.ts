import { sql } from '../db/sql.ts'
import type { Database, Sql } from '../db/sql.ts'
import type { Log } from '../log.ts'

/** Something that the operator has to see to. */
export interface Alert {
  /** The same for as long as it is the same trouble, in every process. */
  name: string
  title: string
  /** What to do about it, in a sentence or two. */
  message: string
}

/** An alert that began, or is over. */
export interface AlertNews extends Alert {
  state: 'begins' | 'ends'
  /** Milliseconds since the epoch. */
  since: number
}

/** How long nobody sees it before it is over: some looks, so that one that failed ends nothing. */
const OVER_AFTER_MS = 4 * 60_000

interface AlertParts {
  db: Database
  /** Tells the operator; rejects where they could not be told. Undefined: nobody is told. */
  tell: ((news: AlertNews) => Promise<void>) | undefined
  log: Log
}

interface AlertRow extends Alert {
  since: number
  told_at: number | null
}

/**
 * Notes what is wrong now, as this process sees it, and tells of what is new and of what is over. Of several processes one alone tells;
 * what is new and could not be told is told at the next look.
 */
export async function followAlerts(
  { db, tell, log }: AlertParts,
  seen: readonly Alert[],
  nowMs: number,
): Promise<void> {
  for (const { name, title, message } of seen) {
    await db.run(sql`
      insert into alerts (name, title, message, since, seen_at)
      values (${name}, ${title}, ${message}, ${nowMs}, ${nowMs})
      on conflict (name) do update set title = excluded.title, message = excluded.message, seen_at = excluded.seen_at`)
  }
  const isTold = async (news: AlertNews) => {
    try {
      await tell?.(news)
      return true
    } catch (error) {
      log.warn('the operator could not be told', { alert: news.name, error })
      return false
    }
  }

  const isOver = sql`seen_at < ${nowMs - OVER_AFTER_MS}`
  for (const row of await listOver(db, isOver)) {
    const ended = await db.run(sql`delete from alerts where name = ${row.name} and ${isOver}`)
    if (ended === 1 && row.told_at !== null) await isTold({ ...row, state: 'ends' })
  }
  if (!tell) return
  for (const row of await listUntold(db)) {
    const { name } = row
    const begun = await db.run(
      sql`update alerts set told_at = ${nowMs} where name = ${name} and told_at is null`,
    )
    if (begun === 0 || (await isTold({ ...row, state: 'begins' }))) continue
    await db.run(sql`update alerts set told_at = null where name = ${name}`)
  }
}

function listOver(db: Database, isOver: Sql): Promise<AlertRow[]> {
  return db.all(sql`
    select name, title, message, since, told_at from alerts where ${isOver} order by since`)
}

function listUntold(db: Database): Promise<AlertRow[]> {
  return db.all(sql`
    select name, title, message, since, told_at from alerts where told_at is null order by since`)
}
