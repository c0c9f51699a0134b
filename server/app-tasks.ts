import { forgetUnreadable, pruneArchives } from './archives/archive-rows.ts'
import { pruneEventKeys } from './events/event-keys.ts'
import { eventTasks } from './events/event-tasks.ts'
import { sweepFilms } from './highlights/sweep-films.ts'
import { pruneKeyedCalls } from './http/keyed-calls.ts'
import { pruneHits } from './limits/limit.ts'
import { pruneChanges } from './live/changes.ts'
import { noteNewest } from './uploads/newest-photo.ts'
import { ORPHAN_AGE_MS, sweepBlobs, sweepUploads } from './uploads/sweep-blobs.ts'
import { pruneCodes } from './users/codes.ts'
import { pruneSessions } from './users/sessions.ts'
import type { AppParts } from './app.ts'

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
    'photos that archives lack': () => forgetUnreadable(db),
    ...eventTasks(parts),
  }
}

/** What each process tidies up for itself, also one that leaves the rest to workers. */
export function ownTasks({ blobs }: AppParts): Record<string, () => Promise<unknown>> {
  return { 'what uploads left behind': () => blobs.sweep(ORPHAN_AGE_MS) }
}
