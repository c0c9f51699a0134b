import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { uncountEventFiles } from '../events/event-files.ts'
import type { EventRow } from '../events/events.ts'
import type { Log } from '../log.ts'
import { filmKey } from '../posts/post-media.ts'
import { isWhole, contentOf, planFilm } from './film-plan.ts'
import { listFilms } from './films.ts'
import type { FilmRow } from './films.ts'
import { readFilmConfig } from './highlights.ts'
import { sweepFilmFolders } from './render-film.ts'

/** A film whose day has changed stays for so long after it was last asked for: it may still be downloading. */
const STALE_AGE_MS = 60 * 60_000

/**
 * Removes films with a photo that is no longer shown, films that are no longer those of their day, and what films that never ended left
 * behind. Resolves to how many films.
 */
export async function sweepFilms(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<number> {
  await sweepFilmFolders(STALE_AGE_MS)
  let removed = 0
  for (const film of await listFilms(db)) {
    if (film.state === 'waiting' || film.state === 'rendering') continue
    const isOld = nowMs - film.asked_at > STALE_AGE_MS
    if ((await isWhole(db, film)) && !(isOld && (await isStale(db, film)))) continue
    const key = filmKey(film.media_name)
    const isGone = await db.transaction(async (tx) => {
      await tx.lockRow('events', film.event_id)
      const gone = await tx.run(sql`
        delete from films where id = ${film.id} and asked_at = ${film.asked_at} and state = ${film.state}`)
      if (gone === 1) await uncountEventFiles(tx, film.event_id, [key])
      return gone === 1
    })
    if (!isGone) continue
    await removeBlobs({ blobs, log }, [key])
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
