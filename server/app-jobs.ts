import { join } from 'node:path'
import { Counter } from 'prom-client'
import type { AppParts } from './app.ts'
import { archiveWork } from './archives/archive-work.ts'
import { StorageFull } from './outages.ts'
import { filmWork } from './highlights/render-film.ts'
import type { JobListener } from './jobs/job-notifications.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import type { JobRunner, JobWork } from './jobs/job-runner.ts'
import { releaseJobs } from './jobs/jobs.ts'
import { missingForFilms, missingForVideos } from './media/ffmpeg.ts'
import { isCutOff } from './media/run-ffmpeg.ts'
import { createFilmProcess } from './media/film-process.ts'
import type { PhotoProcess } from './media/photo-process.ts'
import { createVideoProcess } from './media/video-process.ts'
import { createNudityCheck } from './moderation/nudity-check.ts'
import { pruneOperatorActs } from './operator/operator-acts.ts'
import { renewWork } from './uploads/renew-photos.ts'
import { FULL_QUEUE, fullWork, photoWork } from './uploads/process-photo.ts'
import { forgetUnreadable, pruneArchives } from './archives/archive-rows.ts'
import { pruneEventKeys } from './events/create-event.ts'
import { eventTasks } from './events/delete-event.ts'
import { sweepFilms } from './highlights/films.ts'
import { pruneKeyedCalls } from './http/keyed-calls.ts'
import { pruneHits } from './limits/limit.ts'
import { pruneChanges } from './live/changes.ts'
import { noteNewest } from './uploads/newest-photo.ts'
import type { Log } from './log.ts'
import { ORPHAN_AGE_MS, sweepBlobs, sweepUploads } from './uploads/sweep-blobs.ts'
import { videoWork } from './uploads/process-video.ts'
import { pruneCodes } from './users/codes.ts'
import { pruneSessions } from './users/sessions.ts'

interface AppJobs extends JobListener {
  /** Resolves when the running ones have ended. */
  close: () => Promise<void>
}

/**
 * Starts to work off every queue; that of films only where this machine can make them, or there can be no other.
 */
export async function startJobs(parts: AppParts, photos: PhotoProcess): Promise<AppJobs> {
  const { config, db, blobs, now, log, metrics } = parts
  const { videoLimits } = config
  const { moderation, moderationThreshold: threshold } = config
  const check = moderation === 'off' ? undefined : createNudityCheck({ photos, threshold, log })
  const films = createFilmProcess({ log })
  const filming = filmWork({ db, blobs, films, log })
  const videos = createVideoProcess({ folder: join(config.dataDir, 'work'), log })
  const renewed = { db, blobs, photos, videos, videoLimits, log, now }
  const works = [
    photoWork({
      db,
      blobs,
      photos,
      check,
      now,
      onDone: () => runners.get(FULL_QUEUE)?.wake(),
    }),
    fullWork({ db, blobs, photos, log }),
    archiveWork({ db, blobs, log, now }),
    renewWork(renewed, 'photo'),
    // Without ffmpeg plain videos are made, and the others wait: it may be installed while the server runs.
    videoWork({ db, blobs, photos, videos, check, videoLimits }),
    renewWork(renewed, 'video'),
  ]
  // On SQLite no other process is alive: active jobs are a dead predecessor's. On PostgreSQL their leases end by themselves.
  try {
    const all = [...works, filming]
    if (!db.isShared) for (const { queue } of all) await releaseJobs(db, queue)
  } catch (error) {
    // What was seen can be seen also now. The leases of the dead end by themselves.
    if (!(error instanceof StorageFull)) throw error
    log.warn('the disk is full', { error })
  }
  const failed = new Counter({
    name: 'orma_jobs_failed_total',
    help: 'Jobs that were given up after their last try.',
    labelNames: ['queue'],
    registers: [metrics],
  })
  const onGivenUp = (queue: string) => failed.inc({ queue })
  const runners = new Map<string, JobRunner>()
  const start = (work: JobWork) =>
    void runners.set(work.queue, startJobRunner({ db, now, log, onGivenUp }, work))
  works.forEach(start)
  let isClosed = false
  void missingForFilms().then((missing) => {
    if (missing) log.warn(`Videos of highlights cannot be made here: ${missing} is missing.`)
    if (!isClosed && !(missing && db.isShared)) start(filming)
  })
  void missingForVideos().then((missing) => {
    if (missing) log.warn(`Guests' videos are made in H.264 alone: ${missing} is missing.`)
  })
  void isCutOff().then((isIt) => {
    if (isIt) return
    log.warn('What decodes videos could reach the network: `unshare -rn` does not work here.')
  })

  return {
    wake(queue) {
      if (queue !== undefined) runners.get(queue)?.wake()
      else for (const runner of runners.values()) runner.wake()
    },
    async close() {
      isClosed = true
      const ends = [...runners.values()].map((runner) => runner.close())
      // A film or a video takes longer than a stop may: it goes back to the queue.
      videos.close()
      await Promise.all([...ends, films.close()])
    },
  }
}

/** What is tidied up every ten minutes, by any worker or several, each by the name under which the log tells that it failed. */
export function houseTasks(parts: AppParts): Record<string, () => Promise<unknown>> {
  const { db, blobs, log, now } = parts
  return {
    'expired uploads': () => sweepUploads({ db, blobs, log }, now()),
    'stale films': () => sweepFilms({ db, blobs, log }, now()),
    'which photo is the newest': () => noteNewest(db, blobs),
    'orphaned blobs': () => sweepBlobs(db, blobs, ORPHAN_AGE_MS),
    'answers kept by key': () => pruneKeyedCalls(db, now()),
    'keys that made Ormas': () => pruneEventKeys(db, now()),
    'expired sessions': () => pruneSessions(db, now()),
    'old sign-in codes': () => pruneCodes(db, now()),
    'hits that no limit counts': () => pruneHits(db, now()),
    'live changes': () => pruneChanges(db, now()),
    'archives that were asked for': () => pruneArchives(db, now()),
    'what operators did long ago': () => pruneOperatorActs(db, now()),
    'photos that archives lack': () => forgetUnreadable(db),
    ...eventTasks(parts),
  }
}

/** What each process tidies up for itself, also one that leaves the rest to workers. */
export function ownTasks({ blobs }: AppParts): Record<string, () => Promise<unknown>> {
  return { 'what uploads left behind': () => blobs.sweep(ORPHAN_AGE_MS) }
}

const HOUSEKEEPING_EVERY_MS = 10 * 60_000

/** Does each task now and every ten minutes, unless it is still at work, one after the other; one that fails is logged. Returns how to stop. */
export function startHousekeeping(
  log: Log,
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
): () => void {
  let isAtWork = false
  const keepHouse = async () => {
    if (isAtWork) return
    isAtWork = true
    for (const [task, work] of Object.entries(tasks)) {
      try {
        await work()
      } catch (error) {
        log.error('housekeeping failed', { task, error })
      }
    }
    isAtWork = false
  }
  void keepHouse()
  const timer = setInterval(() => void keepHouse(), HOUSEKEEPING_EVERY_MS).unref()
  return () => clearInterval(timer)
}
