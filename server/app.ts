import { access, constants } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Registry } from 'prom-client'
import { startWatch } from './alerts/watch.ts'
import { createEventAccess } from './events/require-event.ts'
import type { Parts } from './events/parts.ts'
import { startJobs, startHousekeeping, houseTasks, ownTasks } from './app-jobs.ts'
import { servePeople } from './app-serving.ts'
import type { Routes } from './app-serving.ts'
import { operatorRoutes, readDiskSpace, readLeastSpace } from './http/operator-routes.ts'
import type { Config } from './config.ts'
import { sql } from './db/sql.ts'
import type { SeenEvent } from './events/viewer.ts'
import { plainAnswerTo } from './http/refusal-of.ts'
import { measureRequests } from './http/request-metrics.ts'
import { createJobNotifications } from './jobs/job-notifications.ts'
import { createLiveHub } from './live/live-hub.ts'
import { createPhotoProcess } from './media/photo-process.ts'
import { createSignedMedia } from './posts/post-media.ts'
import { publishChange } from './posts/live-routes.ts'
import type { SmsSender } from './sms/sms-sender.ts'
import { addGauges } from './metrics.ts'
import { blobFolder } from './stores.ts'
import { createStorageRoom, readStorageLimits } from './uploads/storage-room.ts'
import { createUploadLocks } from './uploads/upload-locks.ts'
import { listValidSessions } from './users/sessions.ts'

/** How long jobs may take to end when the server stops; what is not done by then goes back to the queue. */
const FINISH_MS = 7_000

export interface AppParts extends Pick<Parts, 'db' | 'blobs' | 'now' | 'log'> {
  config: Config
  sms: SmsSender
  /** Key of the keyed hashes. */
  secret: Buffer
  /** What `/metrics` tells. */
  metrics: Registry
  /** Folder of the built page; undefined: the API alone. */
  dist: string | undefined
}

export interface App {
  fetch: Routes['fetch']
  /** Ends jobs and processes; resolves when nothing of the app runs any more. */
  close: () => Promise<void>
}

/**
 * The whole server but for its port, or the part of it that the process has: a `web` one serves API, photos and pages, a `worker` does
 * the jobs behind them. Both answer the operator.
 */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, db, blobs, log, metrics, now } = parts
  const { videoLimits } = config
  const photos = createPhotoProcess({ log })
  const jobs = config.role === 'web' ? undefined : await startJobs(parts, photos)
  const notifications = createJobNotifications(parts, jobs)
  const tasks = config.role === 'web' ? ownTasks(parts) : houseTasks(parts)
  const photoFolder = config.s3 ? config.dataDir : blobFolder(config.dataDir)
  const readPhotoSpace = () => readDiskSpace(photoFolder)
  const readSpace = () => readLeastSpace([config.dataDir, photoFolder])
  const readDisk = config.s3 ? undefined : readPhotoSpace
  const storageLimits = await readStorageLimits(db, { ...config, readDisk })
  const stopWatch = startWatch({ ...parts, readSpace, storageLimits })
  const stopHousekeeping = startHousekeeping(log, tasks)
  const uploadLocks = createUploadLocks()
  const stopping = new AbortController()
  const signedMedia = createSignedMedia(parts)
  const live = createLiveHub<SeenEvent>({
    db,
    publish: (event, change) => publishChange({ db, signedMedia, videoLimits, now }, event, change),
    listValid: (sessions) => listValidSessions(db, sessions, now()),
    now,
    log,
  })

  const app: Routes = new Hono()
  addGauges(metrics, { db, now, readSpace, listeners: live.count })
  app.use(measureRequests(metrics))
  const checks = {
    // Locking a row, were there one, is refused by a database that only lets itself be read.
    database: () => db.get(sql`select id from users where id = 0 ${db.skipLocked}`),
    'blob store': () => blobs.size('ready'),
    // A disk with an error is read-only from then on, and still has room.
    'data folder': () => access(config.dataDir, constants.W_OK),
  }
  app.route('/', operatorRoutes({ log, checks, readSpace, metrics }))
  if (config.role !== 'worker') {
    await servePeople(app, {
      ...parts,
      access: createEventAccess(parts),
      signedMedia,
      videoLimits,
      stopping: stopping.signal,
      photos,
      live,
      isHttps: config.publicUrl?.startsWith('https:') === true,
      notifications,
      uploadLocks,
      storage: createStorageRoom({ db, now }, storageLimits),
      storageLimits,
      readSpace: readPhotoSpace,
    })
  }
  app.notFound((c) => c.text('Not found', 404, { 'cache-control': 'no-store' }))
  app.onError(plainAnswerTo(log))

  return {
    fetch: app.fetch,
    async close() {
      stopping.abort()
      stopHousekeeping()
      notifications.close()
      live.close()
      const cut = setTimeout(() => void photos.close(), FINISH_MS)
      await Promise.all([jobs?.close(), uploadLocks.close(), stopWatch()])
      clearTimeout(cut)
      await photos.close()
    },
  }
}
