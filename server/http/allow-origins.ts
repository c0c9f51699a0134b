import type { HttpBindings } from '@hono/node-server'
import { cors } from 'hono/cors'
import type { MiddlewareHandler } from 'hono'
import { DOOR_HEADER } from '../../contract/limits.ts'
import * as tus from '../../contract/tus-protocol.ts'

type Env = { Bindings: Partial<HttpBindings> }

/** What a browser may ask without asking again whether it may. Chromium remembers it no longer than this. */
const REMEMBERED_SECONDS = 7200

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const ASKED_WITH = [
  'authorization',
  'content-type',
  'idempotency-key',
  'last-event-id',
  DOOR_HEADER,
  tus.TUS_RESUMABLE,
  tus.UPLOAD_LENGTH,
  tus.UPLOAD_DEFER_LENGTH,
  tus.UPLOAD_OFFSET,
  tus.UPLOAD_METADATA,
  tus.UPLOAD_CHECKSUM,
]
const ANSWERED_WITH = [
  'location',
  'retry-after',
  'x-request-id',
  tus.TUS_RESUMABLE,
  tus.TUS_VERSIONS,
  tus.TUS_EXTENSION,
  tus.TUS_MAX_SIZE,
  tus.TUS_CHECKSUM_ALGORITHM,
  tus.UPLOAD_LENGTH,
  tus.UPLOAD_OFFSET,
  tus.UPLOAD_METADATA,
  tus.UPLOAD_EXPIRES,
  tus.UPLOAD_POSTER,
]

/**
 * CORS: lets pages of these origins, and of no others, make every call of the API. Without cookies: they sign in by the
 * Authorization header.
 */
export function allowCalls(origins: readonly string[]): MiddlewareHandler<Env> {
  const allow = cors({
    origin: [...origins],
    allowMethods: METHODS,
    allowHeaders: ASKED_WITH,
    exposeHeaders: ANSWERED_WITH,
    maxAge: REMEMBERED_SECONDS,
  })
  return async (c, next) => {
    const isAsking = c.req.header('access-control-request-method') !== undefined
    // An OPTIONS that is no preflight is one of tus.
    const isOther = c.req.method === 'OPTIONS' && !isAsking
    if (isOther || !origins.includes(c.req.header('origin') ?? '')) return next()
    return allow(c, async () => {
      // Event streams bypass Hono's response and are written to Node's own.
      for (const [name, value] of c.res.headers) c.env?.outgoing?.setHeader(name, value)
      await next()
    })
  }
}

/** Lets pages of these origins show photos, and read their bytes; of an Orma with a word at its door, by the header that shows it. */
export function allowPictures(origins: readonly string[]): MiddlewareHandler<Env> {
  const allow = cors({
    origin: [...origins],
    allowHeaders: [DOOR_HEADER, 'range'],
    maxAge: REMEMBERED_SECONDS,
  })
  return async (c, next) => {
    const answered = await allow(c, next)
    if (answered) return answered
    c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
    return undefined
  }
}
