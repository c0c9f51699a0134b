import { Hono } from 'hono'
import type { Log } from '../log.ts'
import { PROMETHEUS_TYPE, writeFamily } from './prometheus-text.ts'
import type { Sample } from './prometheus-text.ts'

/** The longest that `/readyz` waits for its checks. */
const CHECK_MS = 5_000

export interface Gauge {
  name: string
  help: string
  samples: readonly Sample[]
}

export interface OperatorParts {
  log: Log
  /** What the server cannot do without, each by its name; rejects where it is away. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  /** What is asked of the stores when metrics are read. */
  gauges: () => Promise<readonly Gauge[]>
  /** What this process has counted itself, each as metrics in their text format. */
  counters: readonly (() => string)[]
}

/** What the operator's machinery asks: `/healthz` lives, `/readyz` can work, `/metrics` counts. */
export function operatorRoutes({ log, checks, gauges, counters }: OperatorParts): Hono {
  const routes = new Hono()
  routes.get('/healthz', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))

  routes.get('/readyz', async (c) => {
    const answers = await Promise.all(
      Object.entries(checks).map(([name, check]) => ask(name, check)),
    )
    const away = answers.filter((name) => name !== undefined)
    const headers = { 'cache-control': 'no-store' }
    if (away.length === 0) return c.text('ok', 200, headers)
    return c.text(`not ready: ${away.join(', ')}`, 503, headers)
  })

  routes.get('/metrics', async (c) => {
    const stores = await withinTime(gauges()).catch((error: unknown) => {
      log.warn('metrics without the stores', { error })
      return []
    })
    const all = [...processGauges(), ...stores]
    const text = all.map(({ name, help, samples }) =>
      writeFamily({ name, type: 'gauge', help }, samples),
    )
    return c.body([...text, ...counters.map((write) => write())].join(''), 200, {
      'content-type': PROMETHEUS_TYPE,
      'cache-control': 'no-store',
    })
  })

  /** The name of what is away. */
  async function ask(name: string, check: () => Promise<unknown>): Promise<string | undefined> {
    try {
      await withinTime(check())
      return undefined
    } catch (error) {
      log.warn('not ready', { check: name, error })
      return name
    }
  }

  return routes
}

function processGauges(): Gauge[] {
  const { rss, heapUsed } = process.memoryUsage()
  const gauge = (name: string, help: string, value: number) => ({
    name,
    help,
    samples: [{ value }],
  })
  return [
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of its JavaScript.', heapUsed),
    gauge('process_uptime_seconds', 'Time since it started.', process.uptime()),
  ]
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), CHECK_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
