import { sql, sqlList } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'

/** Something that the operator has to see to. */
export interface Alert {
  /** The same for as long as it is the same trouble, in every process: its kind, then, after a colon, what it is about. */
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
/** More of one kind at once are one message, as where a setting is lowered and hundreds are full. */
const TOLD_ALONE_MAX = 5

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

  // Also where it was seen by a clock that was ahead.
  const ended = await db.all<AlertRow>(sql`
    delete from alerts where abs(seen_at - ${nowMs}) > ${OVER_AFTER_MS}
    returning name, title, message, since, told_at`)
  for (const news of putTogether(ended.filter(({ told_at }) => told_at !== null))) {
    await isTold({ ...news, state: 'ends' })
  }
  if (!tell) return
  const begun = await db.all<AlertRow>(sql`
    update alerts set told_at = ${nowMs} where told_at is null
    returning name, title, message, since, told_at`)
  for (const { names, ...news } of putTogether(begun)) {
    if (await isTold({ ...news, state: 'begins' })) continue
    await db.run(sql`update alerts set told_at = null where name in (${sqlList(names)})`)
  }
}

/** The same alerts, oldest first, but many of one kind as one. Each has the names of those that it stands for. */
export function putTogether<Noted extends Alert & { since: number }>(
  alerts: readonly Noted[],
): (Noted & { names: string[] })[] {
  const oldestFirst = alerts.toSorted((a, b) => a.since - b.since)
  const kinds = Map.groupBy(oldestFirst, ({ name }) => name.replace(/:.*/, ''))
  return [...kinds.values()].flatMap((all) => {
    const [first] = all
    if (!first || all.length <= TOLD_ALONE_MAX) {
      return all.map((alert) => ({ ...alert, names: [alert.name] }))
    }
    const titles = all.slice(0, TOLD_ALONE_MAX).map(({ title }) => title)
    return {
      ...first,
      title: `${first.title}, and ${all.length - 1} more`,
      message: `${first.message} ${titles.join(', ')}, and more.`,
      names: all.map(({ name }) => name),
    }
  })
}
