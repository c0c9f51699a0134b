import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../find-chromium.ts'
import { CHROMIUM_FLAGS, WHOLE_BROWSER } from '../../tests/support/browser-options.ts'
import { serveBarePage } from './bare-page-server.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { beside } from './floor.ts'
import { median } from './http-load.ts'
import { blockingMs, TRACE_CATEGORIES } from './main-thread-trace.ts'
import type { TraceEvent } from './main-thread-trace.ts'
import { LINES_AT_ONCE, SLOWDOWN } from './slow-phone.ts'

const RUNS = 5
const RUNS_AT_MOST = 4
/** Of a run, which takes some 15 s. */
const DEADLINE_MS = 120_000
/** Until photos, worker and what comes late are there. */
const SETTLED_MS = 8_000
const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'))
const CHROME_FLAGS = ['--headless=new', LINES_AT_ONCE, ...CHROMIUM_FLAGS].join(' ')
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Item[] } }>
}

interface Trace {
  traceEvents: TraceEvent[]
}

interface Item {
  resourceType?: string
  transferSize?: number
}

/**
 * Of each run, with what it may be beside the bare page: times are ratios, what grows with features has no bound here. Lighthouse's
 * own blocking time is shown alone: it goes by the clock, and of two cores the browser's other threads take more than the page
 * does; and Lighthouse has the browser note where each promise comes from, which takes the more the more of a page is ours.
 */
const FIGURES: [name: string, unit: string, of: (report: Report) => number, atMost?: number][] = [
  ['first contentful paint', 'ms', (report) => audit(report, 'first-contentful-paint'), 1.1],
  ['largest contentful paint', 'ms', (report) => audit(report, 'largest-contentful-paint'), 1.1],
  [
    'total blocking time, as Lighthouse has it',
    'ms',
    (report) => audit(report, 'total-blocking-time'),
  ],
  ['long tasks', '', ({ audits }) => audits['long-tasks']?.details?.items?.length ?? NaN],
  ['scripts', 'kB', scriptKilobytes],
]

/**
 * What Lighthouse says of a first visit to an Orma by a phone on a slow line, both simulated, beside a bare page of the same
 * packages and photos, in turns. What else this machine does counts as the phone's own work, for both.
 */
export async function lighthouseFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const bare = await serveBarePage(demo.port)
  const bareUrl = `http://localhost:${bare.port}/${demo.event_hash}`
  try {
    const ours: Report[] = []
    const floor: Report[] = []
    const visits: Visit[] = []
    const bareVisits: Visit[] = []
    while (floor.length < RUNS) {
      ours.push(await runLighthouse(demo.url))
      floor.push(await runLighthouse(bareUrl))
      visits.push(await visit(demo.url))
      bareVisits.push(await visit(bareUrl))
    }
    const besideBare = (named: Parameters<typeof beside>[0], of: (seen: Visit) => number) =>
      beside({ ...named, name: `first visit: ${named.name}` }, visits.map(of), bareVisits.map(of))
    const score = (category: string) =>
      100 * median(ours.map(({ categories }) => categories[category]?.score ?? NaN))
    const points = { unit: 'points', isHeld: true, budget: { atLeast: 100 } }
    return [
      ...FIGURES.map(([name, unit, of, atMost]) =>
        beside({ name: `first visit: ${name}`, unit, atMost }, ours.map(of), floor.map(of)),
      ),
      besideBare(
        { name: 'total blocking time', unit: 'ms of CPU', atMost: 1.5 },
        (seen) => seen.blockingMs,
      ),
      besideBare({ name: 'memory of the scripts (JS heap)', unit: 'MB' }, (seen) => seen.heapMB),
      {
        name: 'first visit: layout shift',
        measured: median(ours.map((report) => audit(report, 'cumulative-layout-shift'))),
        unit: '',
        isHeld: true,
        budget: { atMost: 0.01 },
      },
      { name: 'Lighthouse: performance', measured: score('performance'), unit: 'points' },
      { name: 'Lighthouse: accessibility', measured: score('accessibility'), ...points },
      { name: 'Lighthouse: best practices', measured: score('best-practices'), ...points },
    ]
  } finally {
    await bare.close()
    await demo.close()
  }
}

function audit({ audits }: Report, name: string): number {
  return audits[name]?.numericValue ?? NaN
}

function scriptKilobytes({ audits }: Report): number {
  const items = audits['network-requests']?.details?.items ?? []
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000
}

/** One run, in a browser of its own that knows nothing yet. Chromium's trace at times lacks the navigation's start: then another. */
async function runLighthouse(url: string, runsLeft = RUNS_AT_MOST): Promise<Report> {
  try {
    return await runOnce(url)
  } catch (error) {
    if (runsLeft > 1 && String(error).includes('NO_NAVSTART'))
      return runLighthouse(url, runsLeft - 1)
    throw error
  }
}

async function runOnce(url: string): Promise<Report> {
  // Live news keep the line in use: it would be waited for until it is not.
  const how = [
    '--quiet',
    '--output=json',
    '--no-enable-error-reporting',
    '--max-wait-for-load=12000',
  ]
  const folder = await mkdtemp(join(tmpdir(), 'orma-bench-'))
  try {
    await promisify(execFile)(
      process.execPath,
      [
        LIGHTHOUSE,
        url,
        `--only-categories=${CATEGORIES.join()}`,
        ...how,
        `--output-path=${join(folder, 'run')}`,
        `--chrome-flags=${CHROME_FLAGS}`,
      ],
      { timeout: DEADLINE_MS, env: { ...process.env, CHROME_PATH: findChromium() } },
    )
    return JSON.parse(await readFile(join(folder, 'run'), 'utf8')) as Report
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Visit {
  /** Total blocking time by processor time. */
  blockingMs: number
  /** What the page's scripts hold, once the browser has thrown away what nobody holds. */
  heapMB: number
}

/** A first visit with nothing beside it but the browser's trace. */
async function visit(url: string): Promise<Visit> {
  const args = [...WHOLE_BROWSER.args, LINES_AT_ONCE]
  const browser = await chromium.launch({ ...WHOLE_BROWSER, args, headless: true })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await browser.startTracing(page, { categories: TRACE_CATEGORIES })
    await page.goto(url)
    await page.waitForTimeout(SETTLED_MS)
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Trace
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { blockingMs: blockingMs(traceEvents, SLOWDOWN), heapMB: usedSize / 1e6 }
  } finally {
    await browser.close()
  }
}
