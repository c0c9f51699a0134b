import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Registry } from 'prom-client'
import { API_BASE } from '../contract/api.ts'
import { MEDIA_BASE } from '../contract/routes.ts'
import { startJobs } from './app-jobs.ts'
import { readDiskRoom } from './blobs/disk-room.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Config } from './config.ts'
import { sql } from './db/sql.ts'
import type { Database } from './db/sql.ts'
import { eventManifestRoute } from './events/event-manifest-route.ts'
import { eventMediaRoutes } from './events/event-media-routes.ts'
import type { EventRow } from './events/events.ts'
import { pausedMedia } from './events/paused-media.ts'
import { createEventAccess } from './events/require-event.ts'
import { filmMediaRoutes } from './highlights/film-media.ts'
import { musicRoutes } from './highlights/film-music.ts'
import { allowPictures } from './http/allow-origins.ts'
import { apiRoutes } from './http/api-routes.ts'
import { clientAddress, warnOfUntoldProxy } from './http/client-address.ts'
import { clientErrorRoutes } from './http/client-errors.ts'
import { operatorRoutes } from './http/operator-routes.ts'
import { storeBuild } from './http/past-builds.ts'
import { pageRoutes } from './http/page-routes.ts'
import { plainAnswerTo } from './http/plain-answers.ts'
import { measureRequests } from './http/request-metrics.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { createLiveHub } from './live/live-hub.ts'
import type { Log } from './log.ts'
import { createPhotoProcess } from './media/photo-process.ts'
import { firstPageParts } from './posts/first-page.ts'
import { openapiRoutes } from './openapi/openapi-routes.ts'
import { postMediaRoutes } from './posts/media-routes.ts'
import { createSignedMedia } from './posts/signed-media.ts'
import { tellChange } from './posts/tell-change.ts'
import type { SmsSender } from './sms/sms-sender.ts'
import { addStoreGauges } from './store-gauges.ts'
import { createUploadTurns } from './uploads/upload-turns.ts'
import { authenticate } from './users/sessions.ts'
import { resourceRoutes } from './app-routes.ts'
import { houseTasks } from './app-tasks.ts'

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
  const photos = createPhotoProcess({ log })
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
  const stopHousekeeping = startHousekeeping(log, houseTasks(parts))

  const whoHas = (token: string) => authenticate(db, token, now())
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  const room = () => readDiskRoom(config.dataDir)
  addStoreGauges(metrics, { db, now, room, listeners: live.count })
  app.use(measureRequests(metrics))
  app.use(warnOfUntoldProxy(config.trustedProxies, log))
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
  app.route('/', eventMediaRoutes({ db, blobs, photos, log }))
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
    const stored = storeBuild(dist, join(config.dataDir, 'builds'), log)
    const { hasWorker, publicUrl, termsUrl, privacyUrl } = config
    const options = { isHttps, hasWorker, publicUrl, termsUrl, privacyUrl }
    app.route('/', pageRoutes({ dist, stored, ...options, partsOf }))
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
