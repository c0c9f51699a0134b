import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/find-chromium.ts'
import { CHROMIUM_FLAGS } from '../support/browser-options.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { median } from './http-load.ts'

const RUNS = 3
/** Of a run, which takes some 15 s. */
const DEADLINE_MS = 120_000
const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'))
const CHROME_FLAGS = ['--headless=new', ...CHROMIUM_FLAGS].join(' ')

/** Lighthouse's names, and what they may be. */
const SCORES = { performance: 98, accessibility: 100, 'best-practices': 100 }
const AUDITS: [audit: string, unit: string, atMost: number][] = [
  ['first-contentful-paint', 'ms', 1000],
  ['largest-contentful-paint', 'ms', 1900],
  ['total-blocking-time', 'ms', 80],
  ['cumulative-layout-shift', '', 0.01],
]

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * What Lighthouse says of a first visit to an Orma by a phone on a slow line, both simulated: the middle one of some runs. Shown and
 * never held: what else this machine does meanwhile counts as the phone's own work.
 */
export async function lighthouseFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  try {
    const reports: Report[] = []
    while (reports.length < RUNS) reports.push(await runLighthouse(demo.url))
    const middle = (valueOf: (report: Report) => number | null | undefined) =>
      median(reports.map((report) => valueOf(report) ?? NaN))
    const named = (name: string) => `Lighthouse, mobile: ${name.replaceAll('-', ' ')}`
    const scores = Object.entries(SCORES).map(([name, atLeast]): Figure => {
      const measured = 100 * middle(({ categories }) => categories[name]?.score)
      return { name: named(name), measured, unit: 'points', budget: { atLeast } }
    })
    const audits = AUDITS.map(([name, unit, atMost]): Figure => {
      const measured = middle(({ audits: all }) => all[name]?.numericValue)
      return { name: named(name), measured, unit, budget: { atMost } }
    })
    return [...scores, ...audits]
  } finally {
    await demo.close()
  }
}

/** One run, in a browser of its own that knows nothing yet. */
async function runLighthouse(url: string): Promise<Report> {
  const categories = `--only-categories=${Object.keys(SCORES).join()}`
  const how = ['--quiet', '--output=json', '--no-enable-error-reporting']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [LIGHTHOUSE, url, categories, ...how, `--chrome-flags=${CHROME_FLAGS}`],
    {
      timeout: DEADLINE_MS,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, CHROME_PATH: findChromium() },
    },
  )
  return JSON.parse(stdout) as Report
}
