import type { AdminEvent } from '../../contract/admin.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries, Sql } from '../db/sql.ts'
import { recordAct } from '../events/audit.ts'
import { recordChange } from '../live/changes.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { isFull } from '../uploads/upload-limits.ts'
import { maskPhone, recordOperatorAct } from './operator-acts.ts'
import type { Operator } from './operator-acts.ts'

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
  /** ISO 8601: the latest photo, comment, or first visit of somebody with a phone or a name; null: none of them. */
  lastActive: string | null
  /** Whether it takes no more photos. Known only where its limits are asked for. */
  isFull: boolean
  /** By its owner. */
  isPaused: boolean
  isPausedByHost: boolean
}

interface Wanted {
  /** A part of the name, or the link; its first characters do. */
  search?: string | undefined
  /** Only older ones than this. */
  before?: number | undefined
  limit?: number
  /** What an Orma may have, for `isFull`. */
  limits?: Limits
}

type Limits = Parameters<typeof isFull>[0]
const UNLIMITED: Limits = { posts: undefined, bytes: undefined }

/** The Ormas of an installation, the newest first. */
export function listOrmas(
  db: Queries,
  {
    search = '',
    before = Number.MAX_SAFE_INTEGER,
    limit = Number.MAX_SAFE_INTEGER,
    limits = UNLIMITED,
  }: Wanted = {},
): Promise<ListedOrma[]> {
  const wanted = search.trim()
  const isFound = wanted === '' ? sql`` : sql`and ${isMeantBy(wanted)}`
  const which = sql`where e.id < ${before} ${isFound} order by e.id desc limit ${limit}`
  return readOrmas(db, which, limits)
}

/** The one with this id, as `listOrmas` gives it. */
export async function readOrma(
  db: Queries,
  id: number,
  limits: Limits,
): Promise<ListedOrma | undefined> {
  const [orma] = await readOrmas(db, sql`where e.id = ${id}`, limits)
  return orma
}

/** The same as the API tells it. */
export function toAdminEvent(orma: ListedOrma): AdminEvent {
  return {
    id: orma.id,
    name: orma.name,
    event_date: orma.day,
    ownerPhone: orma.owner,
    postCount: orma.photos,
    storageBytes: orma.bytes,
    lastActiveAt: orma.lastActive,
    isFull: orma.isFull,
    isPausedByOwner: orma.isPaused,
    isPausedByHost: orma.isPausedByHost,
  }
}

async function readOrmas(db: Queries, which: Sql, limits: Limits): Promise<ListedOrma[]> {
  const rows = await db.all<OrmaRow>(sql`
    select e.id, e.event_hash, e.name, e.event_date, e.post_count, e.storage_bytes, e.paused, e.operator_paused, u.phone,
           (select max(viewed_at) from recent_views v where v.event_id = e.id) as visited_at,
           (select max(u.created_at) from guests g join users u on u.id = g.user_id
             where g.event_id = e.id) as named_at,
           (select max(published_at) from posts p
             where p.event_id = e.id and p.status = 'COMPLETED') as added_at,
           (select max(created_at) from comments c where c.event_id = e.id) as commented_at,
           case when ${isFull(limits)} then 1 else 0 end as is_full
      from events e join users u on u.id = e.user_id ${which}`)
  return rows.map((row) => ({
    id: row.id,
    hash: row.event_hash.slice(0, SHOWN_OF_HASH),
    name: row.name,
    day: row.event_date.slice(0, 10),
    owner: maskPhone(row.phone),
    photos: row.post_count,
    bytes: row.storage_bytes,
    lastActive: latest([row.visited_at, row.named_at, row.added_at, row.commented_at]),
    isFull: row.is_full === 1,
    isPaused: row.paused === 1,
    isPausedByHost: row.operator_paused === 1,
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
  operator_paused: number
  phone: string
  visited_at: number | null
  named_at: number | null
  added_at: number | null
  commented_at: number | null
  is_full: number
}

function latest(times: readonly (number | null)[]): string | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString()
}

function isMeantBy(search: string): Sql {
  // SQLite knows capitals of ASCII alone: of other letters any matches.
  const part = search
    .toLowerCase()
    .replaceAll(/[%_\\]/g, '\\$&')
    .replaceAll(/[^\p{ASCII}]/gu, '_')
  const isNamed = sql`lower(e.name) like ${`%${part}%`} escape '\\'`
  const start = startOfHash(search)
  if (start === undefined) return isNamed
  return sql`(${isNamed} or substr(e.event_hash, 1, ${start.length}) = ${start})`
}

interface FoundOrma {
  id: number
  name: string
  /** How many it shows. */
  posts: number
  /** 1: by its owner. */
  paused: number
}

/** Of a link, or what is the beginning of an `event_hash` alone, long enough to be no other one's. */
function startOfHash(text: string): string | undefined {
  return /(?<=\/)[\w-]{22}(?![\w.-])|^[\w-]{8,}$/.exec(text)?.[0]
}

/** The one Orma that a link, or its beginning, names. Rejects with an OperatorError for none, and for several. */
export async function findOrma(db: Queries, link: string): Promise<FoundOrma> {
  const start = startOfHash(link)
  if (start === undefined) {
    throw new OperatorError(
      `Say which Orma by its link, or by the first ${SHOWN_OF_HASH} characters that npm run ormas lists.`,
    )
  }
  const wanted = sql`substr(event_hash, 1, ${start.length}) = ${start}`
  const [found, other] = await db.all<FoundOrma>(
    sql`select id, name, post_count as posts, paused from events where ${wanted} order by id limit 2`,
  )
  if (!found) {
    throw new OperatorError('There is no Orma whose link begins so: npm run ormas lists them.')
  }
  if (other) throw new OperatorError('Several Ormas begin so: give more of the link.')
  return found
}

/** Closes an Orma to all but its organisers, or opens it again, whatever its owner says; who looks at it is told. False where it is so already. */
export async function setPaused(
  db: Database,
  id: number,
  { isPaused, by }: Operator & { isPaused: boolean },
  nowMs: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx.get<{ user_id: number; name: string }>(sql`
      update events set operator_paused = ${Number(isPaused)}
       where id = ${id} and operator_paused = ${Number(!isPaused)} returning user_id, name`)
    if (!changed) return false
    const { user_id, name: about } = changed
    const action = isPaused ? 'pause' : 'reopen'
    const details = { isOperators: true } as const
    await recordAct(tx, { event_id: id, user_id, action, details }, nowMs)
    await recordOperatorAct(tx, { by, action, about }, nowMs)
    for (const kind of isPaused ? (['pause', 'reset'] as const) : (['event'] as const))
      await recordChange(tx, { event_id: id, kind })
    return true
  })
}
