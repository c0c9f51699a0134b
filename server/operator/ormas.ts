import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { recordAct } from '../events/audit.ts'
import { recordChange } from '../live/changes.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** So much of an `event_hash` names an Orma to the operator; all of it would open it. */
const SHOWN_OF_HASH = 8

/** An Orma as its operator sees it. */
export interface ListedOrma {
  id: number
  /** The beginning of its `event_hash`. */
  hash: string
  name: string
  /** `YYYY-MM-DD` */
  day: string
  /** Number of its owner, without four of its digits. */
  owner: string
  photos: number
  bytes: number
  /** ISO 8601; null: nobody who is signed in has opened it. */
  lastVisit: string | null
  isPaused: boolean
}

/** All Ormas of an installation, the newest first. */
export async function listOrmas(db: Queries): Promise<ListedOrma[]> {
  const rows = await db.all<OrmaRow>(sql`
    select e.id, e.event_hash, e.name, e.event_date, e.post_count, e.storage_bytes, e.paused, u.phone,
           (select max(viewed_at) from recent_views v where v.event_id = e.id) as visited_at
      from events e join users u on u.id = e.user_id
     order by e.id desc`)
  return rows.map((row) => ({
    id: row.id,
    hash: row.event_hash.slice(0, SHOWN_OF_HASH),
    name: row.name,
    day: row.event_date.slice(0, 10),
    owner: maskPhone(row.phone),
    photos: row.post_count,
    bytes: row.storage_bytes,
    lastVisit: row.visited_at === null ? null : new Date(row.visited_at).toISOString(),
    isPaused: row.paused === 1,
  }))
}

interface OrmaRow {
  id: number
  event_hash: string
  name: string
  event_date: string
  post_count: number
  storage_bytes: number
  paused: number
  phone: string
  visited_at: number | null
}

/** `+491511234••••78`: enough to tell numbers apart, too little to call one. */
export function maskPhone(phone: string): string {
  return `+${phone.slice(0, -6)}••••${phone.slice(-2)}`
}

interface FoundOrma {
  id: number
  name: string
  /** How many it shows. */
  posts: number
}

/** The one Orma whose `event_hash` begins so. Rejects with an OperatorError for none, and for several. */
export async function findOrma(db: Queries, start: string): Promise<FoundOrma> {
  const wanted = sql`substr(event_hash, 1, ${start.length}) = ${start}`
  const [found, other] = await db.all<FoundOrma>(
    sql`select id, name, post_count as posts from events where ${wanted} order by id limit 2`,
  )
  if (!found || start === '') {
    throw new OperatorError('There is no Orma whose link begins so: npm run ormas lists them.')
  }
  if (other) throw new OperatorError('Several Ormas begin so: give more of the link.')
  return found
}

/** Closes an Orma to all but its organisers, or opens it again; who looks at it is told. False where it is so already. */
export async function setPaused(
  db: Database,
  id: number,
  isPaused: boolean,
  nowMs: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx.get<{ user_id: number }>(sql`
      update events set paused = ${Number(isPaused)}
       where id = ${id} and paused = ${Number(!isPaused)} returning user_id`)
    if (!changed) return false
    const action = isPaused ? 'pause' : 'reopen'
    const details = { isOperators: true } as const
    await recordAct(tx, { event_id: id, ...changed, action, details }, nowMs)
    for (const kind of isPaused ? (['pause', 'reset'] as const) : (['event'] as const))
      await recordChange(tx, { event_id: id, kind })
    return true
  })
}
