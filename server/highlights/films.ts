import type { RenderState } from '../../contract/film-config.ts'
import { FILMS_IN_MAKING_MAX } from '../../contract/limits.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { MINUTE_MS, tooMany } from '../limits/limit.ts'
import { contentOf, isWhole } from './film-plan.ts'
import type { FilmPlan } from './film-plan.ts'
import type { Log } from '../log.ts'
import { filmKey } from '../posts/post-media.ts'

export const FILM_QUEUE = 'film'

export interface FilmJob {
  film_id: number
}

export interface FilmRow {
  id: number
  event_id: number
  day: string
  content: string
  /** JSON of a `FilmPlan`. */
  plan: string
  state: Exclude<RenderState, 'idle'>
  percent: number
  media_name: string
  /** Milliseconds since the epoch. */
  asked_at: number
}

interface Wanted {
  event_id: number
  day: string
  plan: FilmPlan
}

/**
 * The film of a plan: made or begun before, or queued now. A day has one film in the making: asking for another one cancels it,
 * since the owner has changed their mind or the day has new photos. Rejects with 429 where too many of the owner's are in the making.
 */
export async function askForFilm(db: Database, wanted: Wanted, nowMs: number): Promise<FilmRow> {
  const { event_id, day, plan } = wanted
  const content = contentOf(plan)
  return db.transaction(async (tx) => {
    const owner = await tx.get<{ user_id: number }>(
      sql`select user_id from events where id = ${event_id}`,
    )
    await tx.lock(`films:${owner?.user_id}`)
    await tx.run(sql`
      delete from films
       where event_id = ${event_id} and day = ${day} and content <> ${content} and state in ('waiting', 'rendering')`)
    const added = await tx.run(sql`
      insert into films (event_id, day, content, plan, state, media_name, asked_at)
      values (${event_id}, ${day}, ${content}, ${JSON.stringify(plan)}, 'waiting', ${newMediaName()}, ${nowMs})
      on conflict (event_id, content) do nothing`)
    const film = await tx.get<FilmRow>(sql`
      update films set asked_at = ${nowMs}
       where event_id = ${event_id} and content = ${content} returning *`)
    if (!film) throw new Error('a film that has just been asked for is gone')
    if (added === 0 && film.state !== 'failed') return film
    await tx.run(sql`update films set state = 'waiting', percent = 0 where id = ${film.id}`)
    await enqueueJob(tx, FILM_QUEUE, { film_id: film.id }, nowMs)
    const inMaking = await countRows(
      tx,
      sql`from films f join events e on e.id = f.event_id
           where e.user_id = ${owner?.user_id ?? 0} and f.state in ('waiting', 'rendering')`,
    )
    if (inMaking > FILMS_IN_MAKING_MAX) {
      // What this transaction has done so far is undone.
      throw tooMany(MINUTE_MS)
    }
    return { ...film, state: 'waiting' }
  })
}

export function findFilm(db: Queries, id: number): Promise<FilmRow | undefined> {
  return db.get<FilmRow>(sql`select * from films where id = ${id}`)
}

export function findFilmOfName(db: Queries, media_name: string): Promise<FilmRow | undefined> {
  return db.get<FilmRow>(sql`select * from films where media_name = ${media_name}`)
}

function listFilms(db: Queries): Promise<FilmRow[]> {
  return db.all<FilmRow>(sql`select * from films order by id`)
}

export function findLastFilm(
  db: Queries,
  { event_id, day }: { event_id: number; day: string },
): Promise<FilmRow | undefined> {
  return db.get<FilmRow>(sql`
    select * from films where event_id = ${event_id} and day = ${day} order by asked_at desc, id desc limit 1`)
}

/** Says how far a film is; false where it is not wanted any more. */
export async function noteProgress(db: Queries, id: number, percent: number): Promise<boolean> {
  const changed = await db.run(sql`
    update films set state = 'rendering', percent = ${percent}
     where id = ${id} and state in ('waiting', 'rendering')`)
  return changed === 1
}

export async function noteReady(tx: Queries, id: number): Promise<void> {
  await tx.run(sql`update films set state = 'ready', percent = 100 where id = ${id}`)
}

export async function noteFailed(tx: Queries, id: number): Promise<void> {
  await tx.run(sql`update films set state = 'failed' where id = ${id}`)
}

/** Takes back what is not made yet of a day's films. What is being made sees it and ends. */
export async function cancelFilms(
  db: Queries,
  { event_id, day }: { event_id: number; day: string },
): Promise<void> {
  await db.run(sql`
    delete from films where event_id = ${event_id} and day = ${day} and state in ('waiting', 'rendering')`)
}

/** A film stays for so long after it was last asked for: it may still be downloading. */
const STALE_AGE_MS = 60 * 60_000

/**
 * Removes films with a photo that is no longer shown, and those whose day has a later one. Resolves to how many.
 */
export async function sweepFilms(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<number> {
  let removed = 0
  const films = await listFilms(db)
  for (const film of films) {
    if (film.state === 'waiting' || film.state === 'rendering') continue
    const isOld = nowMs - film.asked_at > STALE_AGE_MS
    const isFollowed = films.some(
      ({ event_id, day, asked_at }) =>
        event_id === film.event_id && day === film.day && asked_at > film.asked_at,
    )
    if (!(isOld && isFollowed) && (await isWhole(db, film))) continue
    const gone = await db.run(sql`
      delete from films where id = ${film.id} and asked_at = ${film.asked_at} and state = ${film.state}`)
    if (gone === 0) continue
    await removeBlobs({ blobs, log }, [filmKey(film.media_name)])
    removed += 1
  }
  return removed
}
