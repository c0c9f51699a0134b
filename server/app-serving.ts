import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { API_BASE } from '../contract/api.ts'
import { MEDIA_BASE } from '../contract/routes.ts'
import { resourceRoutes } from './app-routes.ts'
import type { Running } from './app-routes.ts'
import type { AppParts } from './app.ts'
import { eventManifestRoute } from './events/event-manifest-route.ts'
import { eventMediaRoutes } from './events/event-media-routes.ts'
import { pausedMedia } from './events/paused-media.ts'
import { createEventAccess } from './events/require-event.ts'
import { filmMediaRoutes, musicRoutes } from './highlights/film-media.ts'
import { allowPictures } from './http/allow-origins.ts'
import { apiRoutes } from './http/api-routes.ts'
import { clientAddress } from './http/client-address.ts'
import { clientErrorRoutes } from './http/client-errors.ts'
import { pageRoutes } from './http/page-routes.ts'
import { storeBuild } from './http/past-builds.ts'
import { readShared, shareBuild } from './http/shared-builds.ts'
import { openapiRoutes } from './openapi/openapi-routes.ts'
import { openPublicBucket } from './stores.ts'
import { firstPageParts } from './posts/first-page.ts'
import { postMediaRoutes } from './posts/media-routes.ts'
import { authenticate } from './users/sessions.ts'

/** The server's answers, by their routes. */
export type Routes = Hono<{ Bindings: Partial<HttpBindings> }>

/** Adds all that people are served: API, photos, pages. */
export async function servePeople(app: Routes, parts: AppParts, running: Running): Promise<void> {
  const { config, db, blobs, log, now, dist } = parts
  const { photos, signedMedia, isHttps } = running
  const { allowedOrigins, trustedProxies } = config
  const whoHas = (token: string) => authenticate(db, token, now())

  app.route(API_BASE, openapiRoutes({ isHttps }))
  app.route(
    API_BASE,
    apiRoutes({
      routes: [...resourceRoutes(parts, running), ...clientErrorRoutes(parts)],
      authenticate: whoHas,
      trustedProxies,
      allowedOrigins,
      fixedParams: { product: config.productSlug },
      log,
    }),
  )
  if (allowedOrigins.length > 0) app.use(`${MEDIA_BASE}/*`, allowPictures(allowedOrigins))
  app.route('/', pausedMedia(db, whoHas))
  app.route('/', eventMediaRoutes({ db, blobs, photos, log }))
  const bucket = openPublicBucket(config, now)
  app.route('/', postMediaRoutes({ db, blobs, signedMedia, bucket }))
  app.route('/', filmMediaRoutes({ db, blobs, signedMedia }))
  app.route('/', musicRoutes())
  app.all(`${MEDIA_BASE}/*`, (c) => c.text('Not found', 404, { 'cache-control': 'no-store' }))
  if (dist === undefined) return
  const access = createEventAccess({ db, now })
  const addressOf = (c: Context) => clientAddress(c, trustedProxies)
  app.route('/', eventManifestRoute({ dist, access, addressOf }))
  const partsOf = (c: Context) =>
    firstPageParts({ db, access, now, log }, { pathname: c.req.path, address: addressOf(c) })
  const stored = storeBuild(dist, join(config.dataDir, 'builds'), log)
  // First the scripts, then the pages that ask for them wherever they come to.
  if (db.isShared) await shareBuild(dist, blobs, log)
  const readOther = db.isShared ? (path: string) => readShared(blobs, path) : undefined
  const { hasWorker, publicUrl, termsUrl, privacyUrl, defaultCountry } = config
  const mediaHost = bucket?.origin
  const links = { termsUrl, privacyUrl }
  const options = { isHttps, hasWorker, publicUrl, mediaHost, ...links, defaultCountry }
  app.route('/', pageRoutes({ dist, stored, ...(readOther && { readOther }), ...options, partsOf }))
}
