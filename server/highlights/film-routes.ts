import { basename } from 'node:path'
import { Hono } from 'hono'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import type { EventRow } from '../events/events.ts'
import type { EventSubject } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { filmKey } from '../posts/post-media.ts'
import { isWhole, MUSIC_FOLDER, musicFile, planFilm } from './film-plan.ts'
import { askForFilm, cancelFilms, findFilm, findFilmOfName, findLastFilm } from './films.ts'
import type { FilmRow } from './films.ts'
import { displayDay } from '../../contract/display-day.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { createFsBlobStore } from '../blobs/fs-blob-store.ts'
import { PRIVATE, serveBlob } from '../http/serve-blob.ts'

interface FilmParts extends Pick<Parts, 'db' | 'access' | 'signedMedia' | 'now' | 'stopping'> {
  publicUrl: string | undefined
  /** A film has been asked for. */
  onAsked: () => void
}

/** Between two looks at a film that somebody waits for: it may be made by another process. */
const LOOK_MS = 300

export function filmRoutes(parts: FilmParts): Route[] {
  const { db, signedMedia, now, onAsked } = parts
  const load = (subject: FilmSubject) => requireOwn(parts, subject)
  return [
    handle(api.renderVideo, {
      load,
      isLong: true,
      run: async ({ loaded: event, params: { id: day }, body, outgoing }) => {
        const place = { event, day, publicUrl: parts.publicUrl }
        const plan = await planFilm(db, place, body.HighlightsImages)
        const film = await askForFilm(db, { event_id: event.id, day, plan }, now())
        if (film.state !== 'ready') {
          onAsked()
          await untilReady(parts, film, outgoing)
        }
        return { data: { output: signedMedia.filmAddress(film.media_name) } }
      },
    }),

    handle(api.getRender, {
      load,
      run: async ({ loaded: event, params: { id: day } }) => {
        const film = await findLastFilm(db, { event_id: event.id, day })
        return film
          ? { state: film.state, percent: film.percent }
          : { state: 'idle' as const, percent: 0 }
      },
    }),

    handle(api.cancelRender, {
      load,
      run: async ({ loaded: event, params: { id: day } }) => {
        await cancelFilms(db, { event_id: event.id, day })
        return undefined
      },
    }),
  ]
}

type FilmSubject = EventSubject & { params: { id: string } }

async function requireOwn({ access }: FilmParts, subject: FilmSubject): Promise<EventRow> {
  const event = await access.requireEvent(subject)
  // No database is asked for what is no day of the calendar.
  if (displayDay(subject.params.id) === '') throw new HttpError('highlight_not_found')
  if (event.viewer.isOrganiser) return event
  throw new HttpError('owner_only', { message: texts.highlights.renderForbidden })
}

/**
 * Resolves when the film is made, or nobody waits for it any more. Rejects where it cannot be made, and where a photo of it has been
 * deleted or hidden meanwhile. Whoever is cut off asks again, and joins it.
 */
async function untilReady(
  { db, stopping }: FilmParts,
  { id }: FilmRow,
  outgoing: ServerResponse | undefined,
): Promise<void> {
  for (;;) {
    // Nobody hears the answer to one who has left, and it is no failure; the film is made all the same.
    if (outgoing?.destroyed) return
    const film = await findFilm(db, id)
    if (!film) throw new HttpError('render_cancelled')
    // At once: nobody may have the film any more, and its day has another one to be asked for.
    if (!(await isWhole(db, film)))
      throw new HttpError('foreign_image', { field: 'HighlightsImages' })
    if (film.state === 'ready') return
    if (film.state === 'failed') throw new HttpError('render_failed')
    await wait(LOOK_MS, undefined, { signal: stopping }).catch(() => {
      throw new HttpError('unavailable')
    })
  }
}

/** Videos of days at their signed addresses, for as long as every photo in them is shown. */
export function filmMediaRoutes({
  db,
  blobs,
  signedMedia,
}: Pick<Parts, 'db' | 'blobs' | 'signedMedia'>): Hono {
  const media = new Hono()
  media.get(`${MEDIA_BASE}/:name{[0-9a-f]{32}}/film.mp4`, async (c, next) => {
    const { name } = c.req.param()
    if (!signedMedia.isSigned(name, c.req.query())) return next()
    const film = await findFilmOfName(db, name)
    if (film?.state !== 'ready' || !(await isWhole(db, film))) return next()
    return (await serveBlob(c.req.raw, blobs, filmKey(name), 'video/mp4', PRIVATE)) ?? next()
  })
  return media
}

/** The films' music, at addresses that never give anything else. */
export function musicRoutes(): Hono {
  const pieces = createFsBlobStore(MUSIC_FOLDER)
  const media = new Hono()
  media.get(`${MEDIA_BASE}/music/:file`, async (c, next) => {
    const file = musicFile(c.req.path)
    if (file === undefined) return next()
    return (await serveBlob(c.req.raw, pieces, basename(file), 'audio/mp4')) ?? next()
  })
  return media
}
