import { ARCHIVE_QUEUE } from './archives/archive-work.ts'
import { archiveRoutes } from './archives/archive-routes.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { EventRow } from './events/events.ts'
import { createEventAccess } from './events/require-event.ts'
import { filmRoutes } from './highlights/film-routes.ts'
import { FILM_QUEUE } from './highlights/films.ts'
import { highlightRoutes } from './highlights/highlight-routes.ts'
import type { Route } from './http/handle.ts'
import { likeRoutes } from './likes/like-routes.ts'
import type { JobWords } from './jobs/job-notifications.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { PhotoProcess } from './media/photo-process.ts'
import { moderationRoutes } from './moderation/moderation-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { liveRoutes } from './posts/live-routes.ts'
import { postRoutes, removePost } from './posts/post-routes.ts'
import type { SignedMedia } from './posts/post-media.ts'
import { timeslotRoutes } from './timeslots/timeslot-routes.ts'
import { PHOTO_QUEUE } from './uploads/process-photo.ts'
import { resumableRoutes } from './uploads/resumable-routes.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { measureUploadSteps } from './uploads/receive-photo.ts'
import type { UploadTurns } from './uploads/upload-turns.ts'
import { createSmsReport } from './users/sms-report.ts'
import { userRoutes } from './users/user-routes.ts'
import type { AppParts } from './app.ts'

/** What runs behind the routes. */
export interface Running {
  photos: PhotoProcess
  live: LiveHub<EventRow>
  signedMedia: SignedMedia
  isHttps: boolean
  turns: UploadTurns
  words: JobWords
  /** Whether films can be made, here or by another process. */
  canRender: () => Promise<boolean>
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal
}

/** Every call of the API that is about people and Ormas. */
export function resourceRoutes(
  { config, db, blobs, sms, secret, now, log, metrics }: AppParts,
  { photos, live, signedMedia, isHttps, turns, words, canRender, stopping }: Running,
): Route[] {
  const access = createEventAccess({ db, now })
  const { eventUploadLimit, userUploadLimit, maxUploadBytes } = config
  const limits = { eventUploadLimit, userUploadLimit }
  const uploadParts = {
    db,
    blobs,
    limits,
    maxUploadBytes,
    watchSteps: measureUploadSteps(metrics),
    access,
    signedMedia,
    now,
    isWholeJpeg: photos.isWholeJpeg,
    onExpected: words.photosExpected,
    onQueued: () => words.jobQueued(PHOTO_QUEUE),
  }
  const { publicUrl } = config
  const filmParts = { db, blobs, access, signedMedia, publicUrl, now }
  return [
    ...userRoutes({
      db,
      sms,
      smsLimits: {
        countries: config.smsCountries,
        dailyBudget: config.smsDailyBudget,
        limitsNumberBlocks: config.sms.provider !== 'console',
      },
      smsReport: createSmsReport({ metrics, log, now }),
      siteHost: publicUrl && new URL(publicUrl).hostname,
      now,
      secret,
      blobs,
      log,
      secureCookies: isHttps,
      deletePost: (post_id) => removePost({ db, blobs, log, now }, post_id),
    }),
    ...eventRoutes({
      db,
      blobs,
      log,
      access,
      now,
      renderEventImage: (kind, image) => photos.renderOrmaImage(image, kind),
    }),
    ...postRoutes({ db, blobs, log, access, signedMedia, now }),
    ...moderationRoutes({ db, access, signedMedia, now }),
    ...likeRoutes({ db, access, now }),
    ...commentRoutes({ db, access, now }),
    ...timeslotRoutes({ db, access }),
    ...peopleRoutes({ db, access, signedMedia }),
    ...liveRoutes({ live, access }),
    ...uploadRoutes(uploadParts),
    ...resumableRoutes({ ...uploadParts, log, turns }),
    ...filmRoutes({
      ...filmParts,
      canRender,
      onAsked: () => words.jobQueued(FILM_QUEUE),
      stopping,
    }),
    ...highlightRoutes({ db, access }),
    ...archiveRoutes({
      db,
      blobs,
      access,
      log,
      now,
      onAsked: () => words.jobQueued(ARCHIVE_QUEUE),
      stopping,
    }),
  ]
}
