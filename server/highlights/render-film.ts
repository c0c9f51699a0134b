import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from '../events/parts.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { streamFile } from '../blobs/byte-streams.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { StorageFull, NoAnswer, withinTime } from '../outages.ts'
import { countEventFile, uncountEventFiles } from '../events/event-files.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { JobEffect } from '../jobs/jobs.ts'
import { missingForFilms } from '../media/ffmpeg.ts'
import { FilmError } from '../media/film-process.ts'
import type { FilmProcess } from '../media/film-process.ts'
import { filmKey, mediaAddresses, mediaKeys } from '../posts/post-media.ts'
import { musicFile } from './film-plan.ts'
import type { FilmPlan } from './film-plan.ts'
import { FILM_QUEUE, findFilm, noteFailed, noteProgress, noteReady } from './films.ts'
import type { FilmJob, FilmRow } from './films.ts'

interface RenderParts extends Pick<Parts, 'db' | 'blobs' | 'log'> {
  films: FilmProcess
  /** Between two tries to store a film that is drawn. @defaultValue 5_000 */
  storeAgainMs?: number
  /** For all tries to store a film. @defaultValue 300_000 */
  storeMs?: number
}

/** A store that is away is back within these tries, or not soon. */
const STORE_TRIES = 7
/** A store that hangs is not to hold up the films behind this one. Enough for the longest film over the slowest line that counts as one. */
const STORE_MS = 5 * 60_000

/** Films are made in folders of this name, which a process that is killed leaves behind. */
const SCRATCH = 'orma-film-'

/** Removes what films that never ended left behind more than `olderThanMs` ago; resolves to how many. */
export async function sweepFilmFolders(olderThanMs: number, place = tmpdir()): Promise<number> {
  const left = (await readdir(place)).filter((name) => name.startsWith(SCRATCH))
  let removed = 0
  for (const folder of left.map((name) => join(place, name))) {
    const { mtimeMs } = (await stat(folder).catch(() => undefined)) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs <= olderThanMs) continue
    // One of another user's server is not ours to remove.
    const isRemoved = rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
    if (await isRemoved) removed += 1
  }
  return removed
}

/** The work that makes films, one at a time. What is cancelled meanwhile ends within a second, in whichever process it was cancelled. */
export function filmWork(parts: RenderParts): JobWork {
  const { db } = parts
  return {
    queue: FILM_QUEUE,
    concurrency: 1,
    async run(payload) {
      const film = await findFilm(db, (payload as FilmJob).film_id)
      // Cancelled, or made by a run that could not say so any more.
      if (!film || film.state === 'ready') return async () => {}
      if (await missingForFilms()) return (tx) => noteFailed(tx, film.id)
      const folder = await mkdtemp(join(tmpdir(), SCRATCH))
      try {
        return await makeFilm(parts, film, join(folder, 'film.mp4'))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    onFailed: async (payload) => (tx) => noteFailed(tx, (payload as FilmJob).film_id),
  }
}

async function makeFilm(parts: RenderParts, film: FilmRow, output: string): Promise<JobEffect> {
  const { db, blobs, films, log } = parts
  const { images, title, music, ...seconds } = JSON.parse(film.plan) as FilmPlan
  const loop = music === undefined ? undefined : musicFile(music)
  const config: FilmConfig = {
    ...seconds,
    images: images.map(({ media_name, special }) => ({
      url: mediaAddresses(media_name).full,
      special,
    })),
    bgAudio: music ?? null,
  }
  const cancelled = new AbortController()
  const onPercent = (percent: number): void => {
    noteProgress(db, film.id, percent)
      .then((isWanted) => isWanted || cancelled.abort())
      .catch((error: unknown) => log.warn('film progress', { error }))
  }
  try {
    const photos = images.map(({ media_name }) => mediaKeys(media_name).full)
    const isMade = await blobs.withFiles(photos, async (files) => {
      const pictures = files.filter((file) => file !== undefined)
      // A photo was deleted since, or the music is that of another release: another try will not find it either.
      const isLost = pictures.length < images.length || (music !== undefined && !loop)
      if (isLost) return false
      const request = { pictures, config, title, loop, output }
      await films.render(request, { onPercent, signal: cancelled.signal })
      return true
    })
    if (!isMade) return (tx) => noteFailed(tx, film.id)
  } catch (error) {
    if (error instanceof FilmError && error.reason === 'cancelled') return async () => {}
    throw error
  }
  const key = filmKey(film.media_name)
  const { size: bytes } = await stat(output)
  const isStored = await storeFilm(parts, film, { output, bytes })
  if (!isStored) return (tx) => noteFailed(tx, film.id)
  return async (tx) => {
    // Counted first: who deletes the event holds its row before those of its films as well.
    await countEventFile(tx, film.event_id, { key, bytes })
    if (await noteReady(tx, film.id)) return undefined
    await uncountEventFiles(tx, film.event_id, [key])
    return () => removeBlobs({ blobs, log }, [key])
  }
}

/** False where there is no room, or no store for longer than a moment, which the log tells; or where nobody wants it any more. */
async function storeFilm(
  { db, blobs, log, storeAgainMs = 5_000, storeMs = STORE_MS }: RenderParts,
  film: FilmRow,
  { output, bytes }: { output: string; bytes: number },
): Promise<boolean> {
  const until = performance.now() + storeMs
  for (let tries = 1; ; tries += 1) {
    try {
      const put = blobs.put(filmKey(film.media_name), streamFile(output, 0, bytes))
      await withinTime('storing a film', put, until - performance.now())
      return true
    } catch (error) {
      const isOver = error instanceof NoAnswer || tries === STORE_TRIES
      if (error instanceof StorageFull || isOver) {
        // No other try by itself: each would draw the whole film, for as long as there is no room or no store.
        log.warn('a film could not be stored', { film: film.id, error })
        return false
      }
      await wait(storeAgainMs)
      // Cancelled meanwhile.
      if (!(await findFilm(db, film.id))) return false
    }
  }
}
