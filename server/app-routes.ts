import type { Parts } from './events/parts.ts'
import { ARCHIVE_QUEUE } from './archives/archive-work.ts'
import { archiveRoutes } from './archives/archive-routes.ts'
import { otherClocks, readSkew } from './clock.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { creatorRoutes } from './events/creator-routes.ts'
import { doorRoutes } from './events/door.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { SeenEvent } from './events/viewer.ts'
import { visitorRoutes } from './events/visitors.ts'
import { filmRoutes } from './highlights/film-routes.ts'
import { FILM_QUEUE } from './highlights/films.ts'
import { highlightRoutes } from './highlights/highlight-routes.ts'
import type { Route } from './http/handle.ts'
import type { DiskSpace } from './http/operator-routes.ts'
import { likeRoutes } from './likes/like-routes.ts'
import type { JobNotifications } from './jobs/job-notifications.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { PhotoProcess } from './media/photo-process.ts'
import { moderationRoutes } from './moderation/moderation-routes.ts'
import { adminRoutes } from './operator/admin-routes.ts'
import { organiserRoutes } from './organisers/organiser-routes.ts'
import { guestRoutes } from './people/guest-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { liveRoutes } from './posts/live-routes.ts'
import { postRoutes, removePost } from './posts/post-routes.ts'
import { timeslotRoutes } from './timeslots/timeslot-routes.ts'
import { recallMissingForVideos } from './media/ffmpeg.ts'
import { resumableRoutes } from './uploads/resumable-routes.ts'
import type { StorageLimits, StorageRoom } from './uploads/storage-room.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import type { UploadLocks } from './uploads/upload-locks.ts'
import { createSmsReport } from './users/sms-report.ts'
import { userRoutes } from './users/user-routes.ts'
import type { AppParts } from './app.ts'

export interface Running extends Parts {
  photos: PhotoProcess
  live: LiveHub<SeenEvent>
  isHttps: boolean
  notifications: JobNotifications
  uploadLocks: UploadLocks
  storage: StorageRoom
  /** Of the disk with the data folder. */
  readSpace: () => Promise<DiskSpace>
  storageLimits: StorageLimits
}

/** A worker may have what it needs for videos. */
const leftToWorkers = async (): Promise<undefined> => undefined

/** Every call of the API that is about people and Ormas. */
export function resourceRoutes(parts: AppParts & Running): Route[] {
  const { config, db, blobs, log, now, metrics, photos, isHttps, notifications } = parts
  const { eventUploadLimit, userUploadLimit, maxUploadBytes, publicUrl } = config
  const isConsole = config.sms.provider === 'console'
  const onQueued = (queue: string) => () => notifications.jobQueued(queue)
  const missingHere = recallMissingForVideos()
  const uploadParts = {
    ...parts,
    limits: { eventUploadLimit, userUploadLimit },
    maxUploadBytes,
    missingHere,
    missingForVideos: config.role === 'web' ? leftToWorkers : missingHere,
    isWholeJpeg: photos.isWholeJpeg,
    onExpected: () => {
      // Elsewhere workers have them.
      if (config.role === 'all') photos.warm(config.moderation !== 'off')
    },
    onQueued: notifications.jobQueued,
  }
  const signInParts = {
    adminPhones: config.adminPhones,
    secureCookies: isHttps,
    deletePost: (post_id: number) => removePost({ db, blobs, log, now }, post_id),
  }
  const noSms = isConsole ? { contact: config.operatorContact ?? null } : undefined
  return [
    ...userRoutes({
      ...parts,
      smsLimits: {
        countries: config.smsCountries,
        dailyBudget: config.smsDailyBudget,
        limitsNumberBlocks: !isConsole,
      },
      noSms,
      rules: config,
      smsReport: createSmsReport({ metrics, log, now }),
      siteHost: publicUrl && new URL(publicUrl).hostname,
      ...signInParts,
    }),
    ...creatorRoutes({ ...parts, rules: config, noSms }),
    ...eventRoutes({
      ...parts,
      rules: config,
      renderEventImage: (kind, image) => photos.renderOrmaImage(image, kind),
    }),
    ...doorRoutes({ ...parts, secureCookies: isHttps }),
    ...visitorRoutes(parts),
    ...postRoutes(parts),
    ...moderationRoutes(parts),
    ...likeRoutes(parts),
    ...commentRoutes(parts),
    ...timeslotRoutes(parts),
    ...peopleRoutes(parts),
    ...guestRoutes({ ...parts, ...signInParts }),
    ...organiserRoutes(parts),
    ...liveRoutes(parts),
    ...uploadRoutes(uploadParts),
    ...resumableRoutes(uploadParts),
    ...filmRoutes({ ...parts, publicUrl, onAsked: onQueued(FILM_QUEUE) }),
    ...highlightRoutes(parts),
    ...archiveRoutes({ ...parts, onAsked: onQueued(ARCHIVE_QUEUE) }),
    ...adminRoutes({
      ...parts,
      adminPhones: config.adminPhones,
      missingForVideos: missingHere,
      clocks: otherClocks(db, config).map((clock) => ({
        whose: clock.whose,
        readSkew: () => readSkew(clock, now),
      })),
    }),
  ]
}
