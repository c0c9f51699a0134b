import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { API_BASE } from '../contract/api.ts'
import { MEDIA_BASE } from '../contract/routes.ts'
import { resourceRoutes } from './app-routes.ts'
import type { Running } from './app-routes.ts'
import type { AppParts } from './app.ts'
import { eventManifestRoute } from './events/event-manifest-route.ts'
import { eventMediaRoutes } from './events/event-media-routes.ts'
import { closedMedia } from './events/closed-media.ts'
import { filmMediaRoutes, musicRoutes } from './highlights/film-routes.ts'
import { allowPictures } from './http/allow-origins.ts'
import { apiRoutes } from './http/api-routes.ts'
import { clientAddress } from './http/client-address.ts'
import { clientErrorRoutes } from './http/client-errors.ts'
import { pageRoutes } from './http/page-routes.ts'
import { readReleaseFile, shareRelease } from './http/releases.ts'
import { openapiRoutes } from './openapi/openapi-routes.ts'
import { openPublicBucket } from './stores.ts'
import { firstPageParts } from './posts/first-page.ts'
import { postMediaRoutes } from './posts/media-routes.ts'
import { authenticate } from './users/sessions.ts'

export type Routes = Hono<{ Bindings: Partial<HttpBindings> }>

/** Adds all that people are served: API, photos, pages. */
export async function servePeople(app: Routes, parts: AppParts & Running): Promise<void> {
  const { config, db, blobs, log, now, dist, access, isHttps } = parts
  const { allowedOrigins, trustedProxies } = config
  const whoHas = (token: string) => authenticate(db, token, now())

  app.route(API_BASE, openapiRoutes({ isHttps }))
  app.route(
    API_BASE,
    apiRoutes({
      routes: [...resourceRoutes(parts), ...clientErrorRoutes(parts)],
      authenticate: whoHas,
      trustedProxies,
      allowedOrigins,
      fixedParams: { product: config.productSlug },
      log,
    }),
  )
  if (allowedOrigins.length > 0) app.use(`${MEDIA_BASE}/*`, allowPictures(allowedOrigins))
  app.route('/', closedMedia({ ...parts, authenticate: whoHas }))
  app.route('/', eventMediaRoutes(parts))
  const bucket = openPublicBucket(config, now)
  app.route('/', postMediaRoutes({ ...parts, bucket }))
  app.route('/', filmMediaRoutes(parts))
  app.route('/', musicRoutes())
  app.all(`${MEDIA_BASE}/*`, (c) => c.text('Not found', 404, { 'cache-control': 'no-store' }))
  if (dist === undefined) return
  const addressOf = (c: Context) => clientAddress(c, trustedProxies)
  app.route('/', eventManifestRoute({ dist, access, addressOf }))
  const partsOf = (c: Context) =>
    firstPageParts(parts, {
      pathname: c.req.path,
      address: addressOf(c),
      headers: c.req.raw.headers,
    })
  // First the scripts, then the pages that ask for them wherever they come to.
  await shareRelease(dist, blobs, log)
  const readOther = (path: string) => readReleaseFile(blobs, path)
  const { hasWorker, publicUrl, termsUrl, privacyUrl, defaultCountry } = config
  const mediaHost = bucket?.origin
  const links = { termsUrl, privacyUrl }
  const options = { isHttps, hasWorker, publicUrl, mediaHost, ...links, defaultCountry }
  app.route('/', pageRoutes({ dist, readOther, ...options, partsOf }))
}
