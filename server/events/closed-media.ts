import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { User } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { errorResponse } from '../http/reply.ts'
import { HttpError } from '../http/http-error.ts'
import { eventColumns, isPaused } from './events.ts'
import type { EventRow } from './events.ts'
import { isOpenTo, isPastDoor, pauseRefusal, seen } from './viewer.ts'

/** Of a post or a film, or of an event. */
const OF_NAME = /^\/(?:event\/)?([0-9a-f]{32})/

interface ClosedMediaParts {
  db: Database
  now: () => number
  secret: Buffer
  authenticate: (token: string) => Promise<User | undefined>
}

/**
 * Stands before all pictures: those of a paused event are its organisers' alone, those of one with a word at its door are for devices
 * that gave it. A picture has no header: both show by cookies.
 */
export function closedMedia({ db, now, secret, authenticate }: ClosedMediaParts): Hono {
  const media = new Hono()
  media.use(`${MEDIA_BASE}/*`, async (c, next) => {
    const row = await closedEventOf(db, c.req.path.slice(MEDIA_BASE.length))
    if (row === undefined) return next()
    const token = getCookie(c, TOKEN_COOKIE)
    const user = token === undefined ? undefined : await authenticate(token)
    const event = await seen(db, row, user, now())
    if (!isOpenTo(event, event.viewer)) return errorResponse(pauseRefusal(event))
    if (!isPastDoor(event, c.req.raw.headers, secret)) {
      return errorResponse(new HttpError('pin_wanted'))
    }
    await next()
    // A device that has been let in keeps them, as those of any other event, and hides them with it.
    if (isPaused(row)) c.res.headers.set('cache-control', 'private, no-store')
    return undefined
  })
  return media
}

async function closedEventOf(db: Database, path: string): Promise<EventRow | undefined> {
  const name = OF_NAME.exec(path)?.[1]
  if (name === undefined) return undefined
  const isClosed = sql`(e.paused = 1 or e.operator_paused = 1 or e.pin_hash is not null)`
  return db.get<EventRow>(sql`
    select ${eventColumns} from posts p join events e on e.id = p.event_id
     where p.media_name = ${name} and ${isClosed}
    union all
    select ${eventColumns} from films f join events e on e.id = f.event_id
     where f.media_name = ${name} and ${isClosed}
    union all
    select ${eventColumns} from events e where e.profile_image = ${name} and ${isClosed}
    union all
    select ${eventColumns} from events e where e.banner = ${name} and ${isClosed}`)
}
