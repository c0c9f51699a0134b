import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Registry } from 'prom-client'
import { API_BASE } from '../contract/api.ts'
import { MEDIA_BASE } from '../contract/routes.ts'
import { startJobs } from './app-jobs.ts'
import type { AppJobs } from './app-jobs.ts'
import { archiveRoutes } from './archives/archive-routes.ts'
import { pruneArchives } from './archives/archive-rows.ts'
import { readDiskRoom } from './blobs/disk-room.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { completeComments } from './comments/all-comments.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import type { Config } from './config.ts'
import { sql } from './db/sql.ts'
import type { Database } from './db/sql.ts'
import { eventManifestRoute } from './events/event-manifest-route.ts'
import { eventMediaRoutes } from './events/event-media-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { EventRow } from './events/events.ts'
import { pausedMedia } from './events/paused-media.ts'
import { createEventAccess } from './events/require-event.ts'
import { filmMediaRoutes } from './highlights/film-media.ts'
import { musicRoutes } from './highlights/film-music.ts'
import { filmRoutes } from './highlights/film-routes.ts'
import { highlightRoutes } from './highlights/highlight-routes.ts'
import { sweepFilms } from './highlights/sweep-films.ts'
import { allowPictures } from './http/allow-origins.ts'
import { apiRoutes } from './http/api-routes.ts'
import { clientAddress } from './http/client-address.ts'
import { clientErrorRoutes } from './http/client-errors.ts'
import type { Route } from './http/handle.ts'
import { pruneKeyedCalls } from './http/keyed-calls.ts'
import { operatorRoutes } from './http/operator-routes.ts'
import { storeBuild } from './http/past-builds.ts'
import { pageRoutes } from './http/page-routes.ts'
import { plainAnswerTo } from './http/plain-answers.ts'
import { measureRequests } from './http/request-metrics.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { likeRoutes } from './likes/like-routes.ts'
import { pruneHits } from './limits/limit.ts'
import { pruneChanges } from './live/changes.ts'
import { createLiveHub } from './live/live-hub.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { Log } from './log.ts'
import { createPhotoProcess } from './media/photo-process.ts'
import type { PhotoProcess } from './media/photo-process.ts'
import { moderationRoutes } from './moderation/moderation-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { firstPageParts } from './posts/first-page.ts'
import { openapiRoutes } from './openapi/openapi-routes.ts'
import { liveRoutes } from './posts/live-routes.ts'
import { postMediaRoutes } from './posts/media-routes.ts'
import { postRoutes } from './posts/post-routes.ts'
import { createSignedMedia } from './posts/signed-media.ts'
import type { SignedMedia } from './posts/signed-media.ts'
import { removePost } from './posts/remove-post.ts'
import { tellChange } from './posts/tell-change.ts'
import type { SmsSender } from './sms/sms-sender.ts'
import { addStoreGauges } from './store-gauges.ts'
import { timeslotRoutes } from './timeslots/timeslot-routes.ts'
import { resumableRoutes } from './uploads/resumable-routes.ts'
import { ORPHAN_AGE_MS, sweepBlobs, sweepUploads } from './uploads/sweep-blobs.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { createUploadTurns } from './uploads/upload-turns.ts'
import type { UploadTurns } from './uploads/upload-turns.ts'
import { pruneCodes } from './users/codes.ts'
import { authenticate, pruneSessions } from './users/sessions.ts'
import { createSmsReport } from './users/sms-report.ts'
import { userRoutes } from './users/user-routes.ts'

/** How long jobs may take to end when the server stops; what is not done by then goes back to the queue. */
const FINISH_MS = 7_000

export interface AppParts {
  config: Config
  db: Database
  blobs: BlobStore
  sms: SmsSender
  /** Key of the keyed hashes. */
  secret: Buffer
  /** Milliseconds since the epoch. */
  now: () => number
  log: Log
  /** What `/metrics` tells. */
  metrics: Registry
  /** Folder of the built page; undefined: the API alone. */
  dist: string | undefined
}

export interface App {
  fetch: Hono<{ Bindings: Partial<HttpBindings> }>['fetch']
  /** Ends jobs and processes; resolves when nothing of the app runs any more. */
  close: () => Promise<void>
}

/** The whole server but for its port: API, photos, pages, and the jobs behind them. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, db, blobs, log, metrics, now, dist } = parts
  const { allowedOrigins } = config
  const photos = createPhotoProcess()
  const isHttps = config.publicUrl?.startsWith('https:') === true

  const jobs = await startJobs(parts, photos)
  const turns = createUploadTurns()
  const signedMedia = createSignedMedia(parts)
  const live = createLiveHub<EventRow>({
    db,
    tell: (event, change) => tellChange({ db, signedMedia, now }, event, change),
    now,
    log,
  })
  const stopHousekeeping = startHousekeeping(log, {
    'expired uploads': () => sweepUploads({ db, blobs, log }, now()),
    'stale films': () => sweepFilms({ db, blobs, log }, now()),
    'orphaned blobs': () => sweepBlobs(db, blobs, ORPHAN_AGE_MS),
    'answers kept by key': () => pruneKeyedCalls(db, now()),
    'expired sessions': () => pruneSessions(db, now()),
    'old sign-in codes': () => pruneCodes(db, now()),
    'hits that no limit counts': () => pruneHits(db, now()),
    'live changes': () => pruneChanges(db, now()),
    'comments of an older release': () => completeComments(db),
    'archives that were asked for': () => pruneArchives(db, now()),
  })

  const whoHas = (token: string) => authenticate(db, token, now())
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  const room = () => readDiskRoom(config.dataDir)
  addStoreGauges(metrics, { db, now, room, listeners: live.count })
  app.use(measureRequests(metrics))
  app.route(
    '/',
    operatorRoutes({
      log,
      checks: {
        database: () => db.get(sql`select 1 as one`),
        'blob store': () => blobs.size('ready'),
      },
      room,
      metrics,
    }),
  )
  app.route(API_BASE, openapiRoutes({ isHttps }))
  app.route(
    API_BASE,
    apiRoutes({
      routes: [
        ...resourceRoutes(parts, { photos, live, signedMedia, isHttps, turns, jobs }),
        ...clientErrorRoutes(parts),
      ],
      authenticate: whoHas,
      trustedProxies: config.trustedProxies,
      allowedOrigins,
      log,
    }),
  )
  if (allowedOrigins.length > 0) app.use(`${MEDIA_BASE}/*`, allowPictures(allowedOrigins))
  app.route('/', pausedMedia(db, whoHas))
  app.route('/', eventMediaRoutes({ blobs, photos, log }))
  app.route('/', postMediaRoutes({ db, blobs, signedMedia }))
  app.route('/', filmMediaRoutes({ db, blobs, signedMedia }))
  app.route('/', musicRoutes())
  app.all(`${MEDIA_BASE}/*`, (c) => c.text('Not found', 404, { 'cache-control': 'no-store' }))
  if (dist !== undefined) {
    const access = createEventAccess({ db, now })
    const addressOf = (c: Context) => clientAddress(c, config.trustedProxies)
    app.route('/', eventManifestRoute({ dist, access, addressOf }))
    const partsOf = (c: Context) =>
      firstPageParts({ db, access, now }, { pathname: c.req.path, address: addressOf(c) })
    const earlier = storeBuild(dist, join(config.dataDir, 'builds'))
    const { hasWorker, termsUrl, privacyUrl } = config
    app.route('/', pageRoutes({ dist, earlier, isHttps, hasWorker, termsUrl, privacyUrl, partsOf }))
  }
  app.onError(plainAnswerTo(log))

  return {
    fetch: app.fetch,
    async close() {
      stopHousekeeping()
      live.close()
      const cut = setTimeout(() => void photos.close(), FINISH_MS)
      await Promise.all([jobs.close(), turns.close()])
      clearTimeout(cut)
      await photos.close()
    },
  }
}

/** What runs behind the routes. */
interface Running {
  photos: PhotoProcess
  live: LiveHub<EventRow>
  signedMedia: SignedMedia
  isHttps: boolean
  turns: UploadTurns
  jobs: AppJobs
}

function resourceRoutes(
  { config, db, blobs, sms, secret, now, log, metrics }: AppParts,
  { photos, live, signedMedia, isHttps, turns, jobs }: Running,
): Route[] {
  const access = createEventAccess({ db, now })
  const { eventUploadLimit, userUploadLimit, maxUploadBytes } = config
  const limits = { eventUploadLimit, userUploadLimit }
  const { onQueued, onFilmAsked: onAsked, canRender, stopping } = jobs
  const uploadParts = { db, blobs, limits, maxUploadBytes, access, signedMedia, now, onQueued }
  const { productSlug, publicUrl } = config
  const filmParts = { db, blobs, access, signedMedia, productSlug, publicUrl, now }
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
    ...filmRoutes({ ...filmParts, canRender, onAsked, stopping }),
    ...highlightRoutes({ db, access, productSlug }),
    ...archiveRoutes({ db, blobs, access, log, now, onAsked: jobs.onArchiveAsked, stopping }),
  ]
}
