import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Post } from '../../contract/entities.ts'
import { serveBarePage } from './bare-page-server.ts'
import { serveDemo } from './demo-server.ts'
import type { DemoServer } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { beside } from './floor.ts'
import { median } from './http-load.ts'
import { longTasks, PROFILE_CATEGORIES, TRACE_CATEGORIES } from './main-thread-trace.ts'
import type { LongTask, MainThread, Share, TraceEvent } from './main-thread-trace.ts'
import { newSlowPage, openSlowPhone, SLOWDOWN, whenBareSettled, whenSettled } from './slow-phone.ts'
import type { Settle, SlowPage, SlowPhone } from './slow-phone.ts'

/** A visit differs from the next by where V8 happens to collect garbage and compile. */
const ROUNDS = 3
/** People feel what comes later than two of these. */
const TASK_MS = 50

/**
 * What keeps the main thread of a slow phone busy on a first visit, and on later ones, with worker and cache: the middle of some
 * visits. Shown and never held. Where a task is too long it tells in which functions the time passed, as seen on another visit: the
 * profiler makes each task longer. The bare page draws nothing before its packages have run: its tasks are counted from the
 * navigation on, and beside them those of an Orma's page.
 */
export async function mainThreadFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const phone = await openSlowPhone(demo.port)
  const ormaPath = pathOfOrma(demo)
  try {
    const figures: Figure[] = []
    for (const [name, path] of await pagesOf(demo)) {
      const rounds = await visitInRounds(phone, path)
      const bareRounds = path === ormaPath ? await visitBare(demo.port, path) : undefined
      for (const [at, visit] of VISITS.entries()) {
        const seen = seenAt(rounds, at)
        figures.push(...figuresOf(`${name}, ${visit}`, seen))
        if (!bareRounds) continue
        const bare = seenAt(bareRounds, at)
        figures.push(besideBare(`${name}, ${visit}`, seen, bare))
        for (const [whose, each] of [[name, seen] as const, ['the bare page', bare] as const])
          console.error(describeLongest(`${whose}, ${visit}`, each))
      }
      if (rounds.flat().every((seen) => afterPaint(seen).length === 0)) continue
      for (const [at, seen] of (await visitAgain(phone, path, PROFILE_CATEGORIES)).entries()) {
        console.error(describe(`${name}, ${VISITS[at]}`, seen))
      }
    }
    return figures
  } finally {
    await phone.close()
    await demo.close()
  }
}

/** At the second one the browser writes down what it has compiled of the scripts: once for each release. */
const VISITS = ['first visit', 'second visit', 'third visit']

async function visitInRounds(
  phone: SlowPhone,
  path: string,
  settle?: Settle,
): Promise<MainThread[][]> {
  const rounds: MainThread[][] = []
  while (rounds.length < ROUNDS) {
    rounds.push(await visitAgain(phone, path, TRACE_CATEGORIES, settle))
  }
  return rounds
}

async function visitBare(ormaPort: number, path: string): Promise<MainThread[][]> {
  const bare = await serveBarePage(ormaPort)
  const phone = await openSlowPhone(bare.port)
  try {
    return await visitInRounds(phone, path, whenBareSettled)
  } finally {
    await phone.close()
    await bare.close()
  }
}

function seenAt(rounds: readonly MainThread[][], at: number): MainThread[] {
  return rounds.flatMap((round) => round[at] ?? [])
}

async function visitAgain(
  phone: SlowPhone,
  path: string,
  categories: string[],
  settle: Settle = whenSettled,
): Promise<MainThread[]> {
  const context = await phone.takeNew()
  const seen: MainThread[] = []
  while (seen.length < VISITS.length) {
    const opened = await newSlowPage(context)
    seen.push(await traceOf(phone, opened, { path, categories, settle }))
    await opened.page.close()
  }
  await context.close()
  return seen
}

function pathOfOrma({ event_hash }: DemoServer): string {
  return `/${event_hash}`
}

async function pagesOf(demo: DemoServer): Promise<[string, string][]> {
  const { url, event_hash } = demo
  const feed = API_BASE + endpointPath(api.listPosts, { event_hash, page: 1 })
  const [newest] = (await (await fetch(new URL(feed, url))).json()) as Post[]
  return [
    ["an Orma's page", pathOfOrma(demo)],
    ['a post', `/${event_hash}/post/${newest?.id}`],
    ['home', '/'],
  ]
}

async function traceOf(
  { browser, relay }: SlowPhone,
  opened: SlowPage,
  { path, categories, settle }: { path: string; categories: string[]; settle: Settle },
): Promise<MainThread> {
  await browser.startTracing(opened.page, { categories })
  await opened.page.goto(path)
  await settle(opened, relay)
  const bytes = await browser.stopTracing()
  const firstPaint = await opened.page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  )
  const { traceEvents } = JSON.parse(bytes.toString()) as { traceEvents: TraceEvent[] }
  return longTasks(traceEvents, firstPaint)
}

/** The tasks under way or begun after the first paint. */
function afterPaint({ tasks }: MainThread): LongTask[] {
  return tasks.filter(({ at, ms, cpuMs }) => at + ms > 0 && cpuMs > TASK_MS)
}

function longestOf(tasks: readonly LongTask[]): number {
  return Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs))
}

function besideBare(
  name: string,
  visits: readonly MainThread[],
  bare: readonly MainThread[],
): Figure {
  const longest = ({ tasks }: MainThread) => longestOf(tasks)
  return beside(
    { name: `longest task of all, before first paint as well: ${name}`, unit: 'ms of CPU' },
    visits.map(longest),
    bare.map(longest),
  )
}

function figuresOf(name: string, visits: readonly MainThread[]): Figure[] {
  const longest = visits.map((seen) => longestOf(afterPaint(seen)))
  const of = (what: string) => `${what} over ${TASK_MS} ms after first paint: ${name}`
  return [
    {
      name: of('longest task'),
      measured: median(longest),
      unit: 'ms of CPU',
      budget: { atMost: TASK_MS },
    },
    { name: of(`visits of ${ROUNDS} with a task`), measured: count(longest), unit: '' },
  ]
}

function count(longest: readonly number[]): number {
  return longest.filter((ms) => ms > 0).length
}

function describe(name: string, { firstPaint, tasks }: MainThread): string {
  const head = `\n${name}: first paint at ${firstPaint.toFixed(0)} ms; tasks over 50 ms, CPU slowed ${SLOWDOWN} times`
  const rows = tasks.flatMap(({ at, ms, cpuMs, ...parts }) => [
    `  ${at < 0 ? '' : '+'}${at.toFixed(0)} ms: ${ms.toFixed(0)} ms, of the processor ${cpuMs.toFixed(0)}`,
    `      kinds      ${listed(parts.kinds)}`,
    `      whose      ${listed(parts.owners)}`,
    `      functions  ${listed(parts.functions)}`,
    `      under ours ${listed(parts.ours)}`,
  ])
  return [head, ...rows].join('\n')
}

/** What the browser did in the longest task of each visit. */
function describeLongest(name: string, visits: readonly MainThread[]): string {
  const rows = visits.map(({ tasks }) => {
    const longest = tasks.find(({ cpuMs }) => cpuMs === longestOf(tasks))
    return longest
      ? `  ${longest.cpuMs.toFixed(0)} ms at ${longest.at.toFixed(0)}: ${listed(longest.kinds)}`
      : '  none'
  })
  return [`\n${name}: longest task of each visit`, ...rows].join('\n')
}

function listed(shares: readonly Share[]): string {
  return shares.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(' | ')
}
