import type { MiddlewareHandler } from 'hono'
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { currentRequest } from '../log.ts'

/** Upper bounds in seconds: from an answer out of memory to an upload on a slow line. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts what is asked of this process, by the route that answered: an address as it was asked for is never kept. */
export function measureRequests(metrics: Registry): MiddlewareHandler {
  const requests = new Counter({
    name: 'orma_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  })
  const duration = new Histogram({
    name: 'orma_http_request_duration_seconds',
    help: 'Time until an answer began.',
    labelNames: ['method', 'route'],
    buckets: BOUNDS,
    registers: [metrics],
  })

  return async (c, next) => {
    const start = performance.now()
    await next()
    const seconds = (performance.now() - start) / 1000
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    // `routePath` is that of the last handler that ran: the one that answered.
    const route = c.req.routePath.replaceAll(/:(\w+)/g, '{$1}')
    const request = currentRequest.getStore()
    if (request) request.route = route
    requests.inc({ method, route, status: `${Math.floor(c.res.status / 100)}xx` })
    duration.observe({ method, route }, seconds)
  }
}
