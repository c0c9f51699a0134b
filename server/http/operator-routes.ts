import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Hono } from 'hono'
import type { Registry } from 'prom-client'
import { unlessMissing } from '../blobs/write-file.ts'
import type { Log } from '../log.ts'
import { withinTime } from '../outages.ts'

/** The longest that `/readyz` waits for its checks, and `/metrics` for what it has to ask for. */
const ANSWER_MS = 5_000

interface OperatorParts {
  log: Log
  /** What the server cannot do without, each by its name; rejects where it is away. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  /** Of the disk of the photos or the data folder, whichever has less. */
  readSpace: () => Promise<DiskSpace>
  metrics: Registry
}

/** What the operator's machinery asks: `/healthz` lives, `/readyz` can work, `/metrics` counts. */
export function operatorRoutes({ log, checks, readSpace, metrics }: OperatorParts): Hono {
  const routes = new Hono()
  routes.get('/healthz', (c) => {
    // What the clock of this machine says: the `Date` is the proxy's.
    const now = new Date().toUTCString()
    return c.text('ok', 200, { 'cache-control': 'no-store', 'last-modified': now })
  })

  routes.get('/readyz', async (c) => {
    const answers = await Promise.all(
      Object.entries(checks).map(([name, check]) => ask(name, check)),
    )
    const left = await withinTime('disk', readSpace(), ANSWER_MS).catch(() => undefined)
    const away = [
      ...answers.filter((name) => name !== undefined),
      ...(left?.isFull ? ['disk full'] : []),
    ]
    const headers = { 'cache-control': 'no-store' }
    if (away.length > 0) return c.text(`not ready: ${away.join(', ')}`, 503, headers)
    return c.text(left?.isLow ? `ok, but ${littleSpace(left)}` : 'ok', 200, headers)
  })

  routes.get('/metrics', async (c) => {
    const names = metrics.getMetricsAsArray().map(({ name }) => name)
    const written = await Promise.all(names.map(writeMetric))
    return c.body(written.join(''), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    })
  })

  /** Nothing where it cannot be read: what asks a store that is away leaves the others readable. */
  async function writeMetric(name: string): Promise<string> {
    try {
      return `${await withinTime(name, metrics.getSingleMetricAsString(name), ANSWER_MS)}\n`
    } catch (error) {
      log.warn('a metric cannot be read', { metric: name, error })
      return ''
    }
  }

  /** The name of what is away. */
  async function ask(name: string, check: () => Promise<unknown>): Promise<string | undefined> {
    try {
      await withinTime(name, check(), ANSWER_MS)
      return undefined
    } catch (error) {
      log.warn('not ready', { check: name, error })
      return name
    }
  }

  return routes
}

function littleSpace({ freeBytes, freeShare }: DiskSpace): string {
  const megabytes = Math.floor(freeBytes / 1_000_000)
  return `little room is left on the disk: ${megabytes} MB, ${Math.floor(freeShare * 100)} %`
}

/** Less than this, or than this share of the disk, is little. */
const LOW_BYTES = 500 * 1000 * 1000
const LOW_SHARE = 0.05
/** Not one more piece of an upload has room in less. */
const FULL_BYTES = 1024 * 1024

/** What may still be written on the disk of a folder. */
export interface DiskSpace {
  freeBytes: number
  totalBytes: number
  /** Of the whole disk, 0 to 1. */
  freeShare: number
  isLow: boolean
  isFull: boolean
}

/** Of the disk with less room. */
export async function readLeastSpace(folders: readonly string[]): Promise<DiskSpace> {
  const spaces = await Promise.all(folders.map(readDiskSpace))
  return spaces.reduce((a, b) => (b.freeBytes < a.freeBytes ? b : a))
}

/** A folder that is not made yet will be on the disk of the one around it. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const disk = (await unlessMissing(statfs(folder))) ?? (await statfs(dirname(folder)))
  const { bsize, bavail, blocks, files, ffree } = disk
  const freeBytes = bsize * bavail
  const freeShare = blocks === 0 ? 1 : bavail / blocks
  // Some file systems do not count files, and tell of none.
  const hasNoFiles = files > 0 && ffree === 0
  return {
    freeBytes,
    totalBytes: bsize * blocks,
    freeShare,
    isLow: freeBytes < LOW_BYTES || freeShare < LOW_SHARE,
    isFull: freeBytes < FULL_BYTES || hasNoFiles,
  }
}
