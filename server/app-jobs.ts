import type { AppParts } from './app.ts'
import { archiveWork } from './archives/archive-work.ts'
import { StorageFull } from './blobs/storage-full.ts'
import { filmWork } from './highlights/render-film.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { releaseJobs } from './jobs/jobs.ts'
import { missingForFilms } from './media/ffmpeg.ts'
import { createFilmProcess } from './media/film-process.ts'
import type { PhotoProcess } from './media/photo-process.ts'
import { wantedCheck } from './moderation/nudity-check.ts'
import { lookAtOlder, olderWork } from './uploads/look-at-older.ts'
import { renewWork } from './uploads/renew-photos.ts'
import { fullWork } from './uploads/complete-photo.ts'
import { photoWork } from './uploads/process-photo.ts'

/** The running queues of photos and films. */
export interface AppJobs {
  /** Somebody is about to add photos. */
  onExpected: () => void
  /** A photo has been received. */
  onQueued: () => void
  /** A film has been asked for. */
  onFilmAsked: () => void
  /** An archive has been asked for. */
  onArchiveAsked: () => void
  /** Whether this machine has what films are made with. */
  canRender: () => Promise<boolean>
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal
  /** Resolves when the running ones have ended. */
  close: () => Promise<void>
}

export async function startJobs(parts: AppParts, photos: PhotoProcess): Promise<AppJobs> {
  const { config, db, blobs, now, log } = parts
  const check = wantedCheck(config, { photos, log })
  const films = createFilmProcess({ log })
  const works = [
    photoWork({ db, blobs, photos, check, now, onDone: () => large?.wake() }),
    fullWork({ db, blobs, photos, log }),
    filmWork({ db, blobs, films, log }),
    archiveWork({ db, blobs, log, now }),
    olderWork({ db, blobs, photos, now }),
    renewWork({ db, blobs, photos, log, now }),
  ]
  // On SQLite no other process is alive: active jobs are a dead predecessor's. On PostgreSQL their leases end by themselves.
  try {
    if (!db.isShared) for (const { queue } of works) await releaseJobs(db, queue)
    await lookAtOlder({ db, now })
  } catch (error) {
    // What was seen can be seen also now. The leases of the dead end by themselves.
    if (!(error instanceof StorageFull)) throw error
    log.warn('the disk is full', { error })
  }
  const [uploaded, large, asked, archives, ...others] = works.map((work) =>
    startJobRunner({ db, now, log }, work),
  )
  const missing = missingForFilms()
  void missing.then((what) => {
    if (what) log.warn(`Videos of highlights cannot be made here: ${what} is missing.`)
  })
  const stopping = new AbortController()
  return {
    onExpected: () => photos.warm(check !== undefined),
    onQueued: () => uploaded?.wake(),
    onFilmAsked: () => asked?.wake(),
    onArchiveAsked: () => archives?.wake(),
    canRender: async () => (await missing) === undefined,
    stopping: stopping.signal,
    async close() {
      stopping.abort()
      const ends = [uploaded, large, asked, archives, ...others].flatMap(
        (runner) => runner?.close() ?? [],
      )
      // A film takes longer than a stop may: it goes back to the queue.
      await Promise.all([...ends, films.close()])
    },
  }
}
