import { STATUS_CODES } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, ErrorHandler } from 'hono'
import { api as contract } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import { isReferenceError } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { Outage, StorageFull } from '../outages.ts'
import { HttpError } from './http-error.ts'
import { retryAfter } from './reply.ts'

/** What a phone keeps until it is here. */
const TAKING_PHOTOS: readonly Endpoint[] = [
  contract.uploadPhoto,
  contract.createUpload,
  contract.appendToUpload,
]

/** What a call is answered that failed; what may be somebody's fault but its caller's is logged. */
export function toHttpError(error: unknown, c: Context, log: Log): HttpError {
  if (error instanceof HttpError) return error
  // An account, Orma or post was deleted while the call ran. Repeated, the call is told which.
  if (isReferenceError(error)) return new HttpError('gone_meanwhile')
  const about = { method: c.req.method, route: c.req.routePath, error }
  if (error instanceof StorageFull) {
    log.warn('the disk is full', about)
    const isPhoto = TAKING_PHOTOS.some((one) => c.req.routePath.endsWith(routePattern(one)))
    const text = isPhoto ? texts.server.diskFullForPhoto : texts.server.diskFull
    return new HttpError('disk_full', { message: text })
  }
  if (error instanceof Outage) {
    log.warn('what it needs is away', about)
    return new HttpError('unavailable')
  }
  if (isClientGone(c)) log.debug('client left before the answer', { route: c.req.routePath })
  else log.error('surprise', about)
  return new HttpError('surprise')
}

/** Answers what went wrong outside the API, for a page or a picture: a status, and text for whoever reads it. */
export function plainAnswerTo(log: Log): ErrorHandler {
  return (error, c) => {
    const refusal = toHttpError(error, c, log)
    const text = error instanceof HttpError ? error.message : STATUS_CODES[refusal.status]
    return c.text(text ?? '', refusal.status as 404, {
      'cache-control': 'no-store',
      ...retryAfter(refusal),
    })
  }
}

/** As Hono writes paths. */
export function routePattern(
  { path }: Endpoint,
  fixedParams: Readonly<Record<string, string>> = {},
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fixedParams[name] ?? `:${name}`)
}

function isClientGone(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  // What has come whole, but was not read yet, is lost with the line as well.
  return incoming?.destroyed === true && (incoming.errored !== null || !incoming.complete)
}
