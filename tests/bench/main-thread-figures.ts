import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Post } from '../../contract/entities.ts'
import { serveDemo } from './demo-server.ts'
import type { DemoServer } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { longTasks, PROFILE_CATEGORIES, TRACE_CATEGORIES } from './main-thread-trace.ts'
import type { LongTask, MainThread, Share } from './main-thread-trace.ts'
import { newSlowPage, openSlowPhone, SLOWDOWN, whenSettled } from './slow-phone.ts'
import type { SlowPage, SlowPhone } from './slow-phone.ts'

/**
 * What keeps the main thread of a slow phone busy on a first visit, and on a later one, with worker and cache. Shown and never held.
 * Tells of each task over 50 ms in which functions its time passed, seen on another visit: the profiler makes each task longer.
 */
export async function mainThreadFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const phone = await openSlowPhone(demo.port)
  try {
    const figures: Figure[] = []
    for (const [name, path] of await pagesOf(demo)) {
      const visits = await visitTwice(phone, path, TRACE_CATEGORIES)
      figures.push(...visits.flatMap((seen, at) => figuresOf(`${name}, ${VISITS[at]}`, seen)))
      if (!visits.some((seen) => afterPaint(seen).length > 0)) continue
      for (const [at, seen] of (await visitTwice(phone, path, PROFILE_CATEGORIES)).entries()) {
        console.error(describe(`${name}, ${VISITS[at]}`, seen))
      }
    }
    return figures
  } finally {
    await phone.close()
    await demo.close()
  }
}

const VISITS = ['first visit', 'later visit']

async function visitTwice(
  phone: SlowPhone,
  path: string,
  categories: string[],
): Promise<MainThread[]> {
  const context = await phone.takeNew()
  const seen: MainThread[] = []
  while (seen.length < VISITS.length) {
    const opened = await newSlowPage(context)
    seen.push(await traceOf(phone, opened, path, categories))
    await opened.page.close()
  }
  await context.close()
  return seen
}

export async function pagesOf({ url, event_hash }: DemoServer): Promise<[string, string][]> {
  const feed = API_BASE + endpointPath(api.listPosts, { event_hash, page: 1 })
  const [newest] = (await (await fetch(new URL(feed, url))).json()) as Post[]
  return [
    ["an Orma's page", `/${event_hash}`],
    ['a post', `/${event_hash}/post/${newest?.id}`],
    ['home', '/'],
  ]
}

type TracedEvents = Parameters<typeof longTasks>[0]

async function traceOf(
  { browser, relay }: SlowPhone,
  opened: SlowPage,
  path: string,
  categories: string[],
): Promise<MainThread> {
  await browser.startTracing(opened.page, { categories })
  await opened.page.goto(path)
  await whenSettled(opened, relay)
  const bytes = await browser.stopTracing()
  const firstPaint = await opened.page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  )
  const { traceEvents } = JSON.parse(bytes.toString()) as { traceEvents: TracedEvents }
  return longTasks(traceEvents, firstPaint)
}

/** The tasks under way or begun after the first paint. */
function afterPaint({ tasks }: MainThread): LongTask[] {
  return tasks.filter(({ at, ms }) => at + ms > 0)
}

function figuresOf(name: string, seen: MainThread): Figure[] {
  const after = afterPaint(seen)
  const longest = Math.max(0, ...after.map(({ cpuMs }) => cpuMs))
  const of = (what: string) => `${what} after first paint: ${name}`
  return [
    { name: of('tasks over 50 ms'), measured: after.length, unit: '' },
    { name: of('longest task'), measured: longest, unit: 'ms of CPU' },
    { name: of('time over 50 ms'), measured: blockingOf(after), unit: 'ms of CPU' },
  ]
}

function blockingOf(tasks: readonly LongTask[]): number {
  return tasks.reduce((sum, { cpuMs }) => sum + Math.max(0, cpuMs - 50), 0)
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

function listed(shares: readonly Share[]): string {
  return shares.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(' | ')
}
