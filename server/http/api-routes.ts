import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { api as contract } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { StoreOutage, StorageFull, DatabaseOutage } from '../outages.ts'
import { isReferenceError } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { allowCalls } from './allow-origins.ts'
import { clientAddress } from './client-address.ts'
import { bodyStream } from './form.ts'
import type { Route } from './handle.ts'
import { HttpError } from './http-error.ts'
import { errorResponse } from './reply.ts'

interface ApiOptions {
  routes: readonly Route[]
  /** The user whose token this is; undefined for a token that is unknown or expired. */
  authenticate: (token: string) => Promise<User | undefined>
  trustedProxies: number
  /** Of pages on other hosts that may call. */
  allowedOrigins?: readonly string[]
  /** Words that stand in an address in the place of a parameter, by its name: `product`, of the operator's choosing. Others are no route. */
  fixedParams?: Readonly<Record<string, string>>
  log: Log
}

/** What a phone keeps until it is here. */
const TAKING_PHOTOS: readonly Endpoint[] = [
  contract.uploadPhoto,
  contract.createUpload,
  contract.appendToUpload,
]

type Env = { Bindings: Partial<HttpBindings> }

/** The API as a part of the app: every route of the contract, every refusal and every surprise in the envelope. */
export function apiRoutes({
  routes,
  authenticate,
  trustedProxies,
  allowedOrigins = [],
  fixedParams = {},
  log,
}: ApiOptions): Hono<Env> {
  const api = new Hono<Env>()
  if (allowedOrigins.length > 0) api.use(allowCalls(allowedOrigins))
  for (const route of headFirst(routes)) {
    const { method, auth } = route.endpoint
    const isHead = method === 'HEAD'
    api.on(isHead ? 'GET' : method, patternOf(route.endpoint, fixedParams), async (c, next) => {
      if (isHead && c.req.method !== 'HEAD') return next()
      // Caught here, not by Hono, which would have each call go through one more of its layers.
      try {
        const token = c.req.header('authorization')
        const user = auth === 'none' || !token ? undefined : await authenticate(token)
        return await route.respond({
          caller: { user, token, address: clientAddress(c, trustedProxies) },
          params: { ...fixedParams, ...c.req.param() },
          request: c.req.raw,
          body: () => c.env?.incoming ?? bodyStream(c.req.raw),
          outgoing: c.env?.outgoing,
        })
      } catch (error) {
        return refusalOf(error, c, log)
      }
    })
  }
  api.all('*', () => errorResponse(new HttpError('no_route')))
  return api
}

/** What a call is answered that failed; what may be somebody's fault but its caller's is logged. */
function refusalOf(error: unknown, c: Context<Env>, log: Log): Response {
  if (error instanceof HttpError) return errorResponse(error)
  // An account, Orma or post was deleted while the call ran. Repeated, the call is told which.
  if (isReferenceError(error)) return errorResponse(new HttpError('gone_meanwhile'))
  if (error instanceof DatabaseOutage) {
    log.warn('the database is away', { method: c.req.method, route: c.req.routePath, error })
    return errorResponse(new HttpError('unavailable'))
  }
  if (error instanceof StoreOutage) {
    log.warn('the photo store is away', { route: c.req.routePath, error })
    return errorResponse(new HttpError('unavailable'))
  }
  if (error instanceof StorageFull) {
    log.warn('the disk is full', { error })
    const isPhoto = TAKING_PHOTOS.some((one) => c.req.routePath.endsWith(patternOf(one)))
    const text = isPhoto ? texts.server.diskFullForPhoto : texts.server.diskFull
    return errorResponse(new HttpError('disk_full', { message: text }))
  }
  if (isClientGone(c)) log.debug('client left before the answer', { route: c.req.routePath })
  else log.error('surprise', { method: c.req.method, route: c.req.routePath, error })
  return errorResponse(new HttpError('surprise'))
}

/** As Hono writes paths. */
function patternOf({ path }: Endpoint, fixedParams: ApiOptions['fixedParams'] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fixedParams[name] ?? `:${name}`)
}

/** Hono answers HEAD by the GET route of its path, so routes of HEAD have to come first. */
function headFirst(routes: readonly Route[]): Route[] {
  const { heads = [], others = [] } = Object.groupBy(routes, ({ endpoint }) =>
    endpoint.method === 'HEAD' ? 'heads' : 'others',
  )
  return [...heads, ...others]
}

function isClientGone(c: Context<Env>): boolean {
  const incoming = c.env?.incoming
  // What has come whole, but was not read yet, is lost with the line as well.
  return incoming?.destroyed === true && (incoming.errored !== null || !incoming.complete)
}
