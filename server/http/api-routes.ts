import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { toHttpError, routePattern } from './refusal-of.ts'
import type { User } from '../../contract/entities.ts'
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
    api.on(isHead ? 'GET' : method, routePattern(route.endpoint, fixedParams), async (c, next) => {
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
        return errorResponse(toHttpError(error, c, log))
      }
    })
  }
  api.all('*', () => errorResponse(new HttpError('no_route')))
  return api
}

/** Hono answers HEAD by the GET route of its path, so routes of HEAD have to come first. */
function headFirst(routes: readonly Route[]): Route[] {
  const { heads = [], others = [] } = Object.groupBy(routes, ({ endpoint }) =>
    endpoint.method === 'HEAD' ? 'heads' : 'others',
  )
  return [...heads, ...others]
}
