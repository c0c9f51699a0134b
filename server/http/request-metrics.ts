import type { MiddlewareHandler } from 'hono'
import { labelled, writeFamily } from './prometheus-text.ts'

/** Upper bounds in seconds: from an answer out of memory to an upload on a slow line. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Latency {
  /** Requests by the first bound that they did not pass; the last is for those that passed all. */
  buckets: number[]
  seconds: number
}

/** What has been asked of this process, by the route that answered: an address as it was asked for is never kept. */
export interface RequestMetrics {
  measure: MiddlewareHandler
  /** In the text format of Prometheus. */
  write: () => string
}

export function createRequestMetrics(): RequestMetrics {
  const requests = new Map<string, number>()
  const latencies = new Map<string, Latency>()

  function count(route: { method: string; route: string }, status: number, seconds: number): void {
    const series = labelled({ ...route, status: `${Math.floor(status / 100)}xx` })
    requests.set(series, (requests.get(series) ?? 0) + 1)
    const latency = latencies.get(labelled(route)) ?? {
      buckets: [...BOUNDS, Infinity].map(() => 0),
      seconds: 0,
    }
    const found = BOUNDS.findIndex((bound) => seconds <= bound)
    const place = found < 0 ? BOUNDS.length : found
    latency.buckets[place] = (latency.buckets[place] ?? 0) + 1
    latency.seconds += seconds
    latencies.set(labelled(route), latency)
  }

  return {
    async measure(c, next) {
      const start = performance.now()
      await next()
      const method = METHODS.has(c.req.method) ? c.req.method : 'other'
      // That of the last handler on the way in: the one that answered.
      const route = c.req.routePath.replaceAll(/:(\w+)/g, '{$1}')
      count({ method, route }, c.res.status, (performance.now() - start) / 1000)
    },
    write: () =>
      writeFamily(
        { name: 'orma_http_requests_total', type: 'counter', help: 'Requests answered.' },
        [...requests].map(([labels, value]) => ({ labels, value })),
      ) +
      writeFamily(
        {
          name: 'orma_http_request_duration_seconds',
          type: 'histogram',
          help: 'Time until an answer began.',
        },
        [...latencies].flatMap(([labels, latency]) => histogram(labels, latency)),
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
