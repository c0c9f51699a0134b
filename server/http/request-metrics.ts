import type { MiddlewareHandler } from 'hono'
import { labelled, writeFamily } from './prometheus-text.ts'

/** Upper bounds in seconds: from an answer out of memory to an upload on a slow line. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Latency {
  /** Requests by the first bound that they stayed within; the last bucket has those above all bounds. */
  buckets: number[]
  seconds: number
}

interface RouteFigures extends Latency {
  labels: { method: string; route: string }
  /** By class of status: at 2 those of `2xx`. */
  requests: number[]
}

/** What has been asked of this process, by the route that answered: an address as it was asked for is never kept. */
export interface RequestMetrics {
  measure: MiddlewareHandler
  /** In the text format of Prometheus. */
  write: () => string
}

export function createRequestMetrics(): RequestMetrics {
  const routes: RouteFigures[] = []
  const byPath = new Map<string, Map<string, RouteFigures>>()

  function figuresOf(method: string, routePath: string): RouteFigures {
    const known = byPath.get(routePath)?.get(method)
    if (known) return known
    const figures = {
      labels: { method, route: routePath.replaceAll(/:(\w+)/g, '{$1}') },
      requests: [],
      buckets: [...BOUNDS, Infinity].map(() => 0),
      seconds: 0,
    }
    routes.push(figures)
    byPath.set(routePath, (byPath.get(routePath) ?? new Map()).set(method, figures))
    return figures
  }

  return {
    async measure(c, next) {
      const start = performance.now()
      await next()
      const seconds = (performance.now() - start) / 1000
      const method = METHODS.has(c.req.method) ? c.req.method : 'other'
      // `routePath` is that of the last handler that ran: the one that answered.
      const figures = figuresOf(method, c.req.routePath)
      const kind = Math.floor(c.res.status / 100)
      figures.requests[kind] = (figures.requests[kind] ?? 0) + 1
      const found = BOUNDS.findIndex((bound) => seconds <= bound)
      const place = found < 0 ? BOUNDS.length : found
      figures.buckets[place] = (figures.buckets[place] ?? 0) + 1
      figures.seconds += seconds
    },
    write: () =>
      writeFamily(
        { name: 'orma_http_requests_total', type: 'counter', help: 'Requests answered.' },
        routes.flatMap(({ labels, requests }) =>
          Object.entries(requests).map(([kind, value]) => ({
            labels: labelled({ ...labels, status: `${kind}xx` }),
            value,
          })),
        ),
      ) +
      writeFamily(
        {
          name: 'orma_http_request_duration_seconds',
          type: 'histogram',
          help: 'Time until an answer began.',
        },
        routes.flatMap((figures) => histogram(labelled(figures.labels), figures)),
      ),
  }
}

function histogram(labels: string, { buckets, seconds }: Latency) {
  let sum = 0
  const cumulative = buckets.map((count, index) => {
    const le = index < BOUNDS.length ? String(BOUNDS[index]) : '+Inf'
    return { suffix: '_bucket', labels: `${labels},le="${le}"`, value: (sum += count) }
  })
  return [
    ...cumulative,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: sum },
  ]
}
