import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as parseCookies } from 'hono/utils/cookie'
import type { Author, User } from '../../contract/entities.ts'
import { DOOR_HEADER, doorCookie } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { isRevealed } from '../live/audience.ts'
import { doorClosedUntil } from './door-words.ts'
import { isPaused } from './events.ts'
import type { EventRow, Pauses } from './events.ts'

/** Who looks at an event, and what of it they may see. */
export interface Viewer {
  /** Undefined: not signed in. */
  id: number | undefined
  /** Its owner, or somebody whom the owner invited to organise. */
  isOrganiser: boolean
  /** False: they see what they added themselves, and nothing of others. */
  seesAll: boolean
  /** Known to those who organise it, as all that follows. */
  owner: Author | undefined
  /** Whom the owner invited. */
  organisers: readonly Author[]
  /** Which of them the owner has asked to take it over. */
  handover: number | null
  /** Until when the door takes no word, in milliseconds since the epoch; null: it does. */
  doorClosedUntil: number | null
}

/** Who is not signed in, where all is shown. */
export const ANYBODY: Viewer = {
  id: undefined,
  isOrganiser: false,
  seesAll: true,
  owner: undefined,
  organisers: [],
  handover: null,
  doorClosedUntil: null,
}

/** An event as somebody sees it. */
export type SeenEvent = EventRow & { viewer: Viewer }

/** These events as somebody sees them, in the same order. */
export async function seenBy(
  db: Queries,
  rows: readonly EventRow[],
  user: Pick<User, 'id'> | undefined,
  nowMs: number,
): Promise<SeenEvent[]> {
  const found = user && rows.length > 0 ? await listOrganisers(db, rows) : []
  const seenRows = rows.map(async (row): Promise<SeenEvent> => {
    const own = found.filter(({ event_id }) => event_id === row.id)
    const isOrganiser = own.some(({ id }) => id === user?.id)
    const seesAll = isOrganiser || isRevealed(row, nowMs)
    const viewer = { ...ANYBODY, id: user?.id, isOrganiser, seesAll }
    if (!isOrganiser) return { ...row, viewer }
    const people = own.map(({ id, name, role }) => ({ person: { id, name }, role }))
    const owner = people.find(({ role }) => role === 'owner')?.person
    const organisers = people.filter(({ role }) => role !== 'owner').map(({ person }) => person)
    const handover = people.find(({ role }) => role === 'asked')?.person.id ?? null
    const closed = await doorClosedUntil(db, row, nowMs)
    return { ...row, viewer: { ...viewer, owner, organisers, handover, doorClosedUntil: closed } }
  })
  return Promise.all(seenRows)
}

/** An event as somebody sees it. */
export async function seen(
  db: Queries,
  row: EventRow,
  user: Pick<User, 'id'> | undefined,
  nowMs: number,
): Promise<SeenEvent> {
  const [event] = await seenBy(db, [row], user, nowMs)
  if (!event) throw new Error('an event was not seen')
  return event
}

/** Its owner among them. */
function listOrganisers(
  db: Queries,
  rows: readonly EventRow[],
): Promise<(Author & { event_id: number; role: 'owner' | 'organiser' | 'asked' })[]> {
  const ids = sqlList(rows.map(({ id }) => id))
  return db.all(sql`
    select e.id as event_id, u.id, u.name, 'owner' as role, 0 as since
      from events e join users u on u.id = e.user_id
     where e.id in (${ids})
    union all
    select o.event_id, u.id, u.name, case when h.event_id is null then 'organiser' else 'asked' end, o.since
      from organisers o
      join users u on u.id = o.user_id
      left join handovers h on h.event_id = o.event_id and h.user_id = o.user_id
     where o.event_id in (${ids})
     order by since, id`)
}

/** Whether somebody sees anything of an event. */
export function isOpenTo(event: Pauses, viewer: Viewer): boolean {
  return !isPaused(event) || viewer.isOrganiser
}

/** What refuses somebody to whom an event is not open. */
export function pauseRefusal({ operator_paused }: Pauses): HttpError {
  return new HttpError('paused', operator_paused ? { message: texts.server.pausedByHost } : {})
}

/** What a device shows once it has given the word at the door: the same for all of them, until known devices are let in no more. */
export function doorKey(
  { id, pin_version }: Pick<EventRow, 'id' | 'pin_version'>,
  secret: Buffer,
): string {
  return createHmac('sha256', secret).update(`door:${id}:${pin_version}`).digest('base64url')
}

/** Whether a device has given the event's word, or needs none. It says so by a cookie; a client of another origin, by a header. */
export function isPastDoor(event: SeenEvent, headers: Headers, secret: Buffer): boolean {
  if (event.pin_hash === null || event.viewer.isOrganiser) return true
  const name = doorCookie(event.event_hash)
  const given = headers.get(DOOR_HEADER) ?? parseCookies(headers.get('cookie') ?? '', name)[name]
  const key = Buffer.from(given ?? '')
  const wanted = Buffer.from(doorKey(event, secret))
  return key.length === wanted.length && timingSafeEqual(key, wanted)
}
