import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { User } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { errorResponse } from '../http/reply.ts'
import { HttpError } from '../http/http-error.ts'

/** Of a post or a film, or of an event. */
const OF_NAME = /^\/(?:event\/)?([0-9a-f]{32})/

/** Stands before all pictures: those of a paused event are its owner's alone, by the token's cookie, since a picture has no header. */
export function pausedMedia(
  db: Database,
  authenticate: (token: string) => Promise<User | undefined>,
): Hono {
  const media = new Hono()
  media.use(`${MEDIA_BASE}/*`, async (c, next) => {
    const ownerId = await ownerIfPaused(db, c.req.path.slice(MEDIA_BASE.length))
    if (ownerId === undefined) return next()
    const token = getCookie(c, TOKEN_COOKIE)
    const viewer = token === undefined ? undefined : await authenticate(token)
    if (viewer?.id !== ownerId) return errorResponse(new HttpError('paused'))
    await next()
    c.res.headers.set('cache-control', 'private, no-store')
    return undefined
  })
  return media
}

async function ownerIfPaused(db: Database, path: string): Promise<number | undefined> {
  const name = OF_NAME.exec(path)?.[1]
  if (name === undefined) return undefined
  const event = await db.get<{ user_id: number }>(sql`
    select e.user_id from posts p join events e on e.id = p.event_id
     where p.media_name = ${name} and e.paused = 1
    union all
    select e.user_id from films f join events e on e.id = f.event_id
     where f.media_name = ${name} and e.paused = 1
    union all
    select user_id from events where profile_image = ${name} and paused = 1
    union all
    select user_id from events where banner = ${name} and paused = 1`)
  return event?.user_id
}
