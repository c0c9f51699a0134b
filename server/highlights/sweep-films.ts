import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import type { Log } from '../log.ts'
import { filmKey } from '../posts/post-media.ts'
import { isWhole } from './film-media.ts'
import { contentOf, planFilm } from './film-plan.ts'
import { listFilms } from './films.ts'
import type { FilmRow } from './films.ts'
import { readFilmConfig } from './highlights.ts'

/** A film whose day has changed stays for so long after it was last asked for: it may still be downloading. */
const STALE_AGE_MS = 60 * 60_000

/** Removes films with a photo that is no longer shown, and films that are no longer those of their day. */
export async function sweepFilms(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<number> {
  let removed = 0
  for (const film of await listFilms(db)) {
    if (film.state === 'waiting' || film.state === 'rendering') continue
    const isOld = nowMs - film.asked_at > STALE_AGE_MS
    if ((await isWhole(db, film)) && !(isOld && (await isStale(db, film)))) continue
    const gone = await db.run(sql`
      delete from films where id = ${film.id} and asked_at = ${film.asked_at} and state = ${film.state}`)
    if (gone !== 1) continue
    await removeBlobs({ blobs, log }, [filmKey(film.media_name)])
    removed += 1
  }
  return removed
}

async function isStale(db: Database, { event_id, day, content }: FilmRow): Promise<boolean> {
  const event = await db.get<EventRow>(sql`select * from events where id = ${event_id}`)
  if (!event) return true
  const config = await readFilmConfig(db, event, day)
  if (config.images.length === 0) return true
  return contentOf(await planFilm(db, { event, day, publicUrl: undefined }, config)) !== content
}
