import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { enter } from '../../tests/e2e/fixtures.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import { jpegSegment, withJpegSegments } from '../../tests/support/jpeg-segments.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import type { Figure } from './figure.ts'
import { longTasks, TRACE_CATEGORIES } from './main-thread-trace.ts'
import type { LongTask, TraceEvent } from './main-thread-trace.ts'
import { newSlowPage, openSlowPhone } from './slow-phone.ts'

const PHOTOS = 100
/** A press is felt as slow later than that. */
const FRAME_MS = 100
/** Of so many the pictures are as large as a phone's, 12 megapixels: those of all would keep the server busy for minutes. */
const LARGE = 12
const SMALL = { width: 1600, height: 1200 }
/** As many bytes as of a phone's photo. */
const PADDING = Array.from({ length: 30 }, () => jpegSegment(0xfe, Buffer.alloc(65_000, 7)))
const DEADLINE_MS = 300_000

/** How long a slow phone's main thread is held up by a hundred photos at a time; while they are chosen, beside a bare input. */
export async function manyPhotosFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const folder = await mkdtemp(join(tmpdir(), 'orma-gallery-'))
  const phone = await openSlowPhone(Number(new URL(orma.url).port), {})
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    const event = await client.createOrma(owner, { photosPerChoice: String(PHOTOS) })
    const context = await phone.takeNew()
    await enter(context, owner)
    const photos = await makeGallery(folder, PHOTOS)
    const bare = await chooseBare(phone.browser, context, { path: '/robots.txt', photos })
    const path = `/${event.event_hash}/upload`
    const seen = await chooseMany(phone.browser, context, { path, photos })
    const steps = Object.entries(seen).map(([step, ms]) => ({
      name: `longest task while ${PHOTOS} photos are ${step}`,
      measured: ms,
      unit: 'ms of CPU',
      ...(step === 'chosen' ? { limit: bare } : { budget: { atMost: FRAME_MS } }),
    }))
    return steps
  } finally {
    await phone.close()
    await orma.close()
    await rm(folder, { recursive: true })
  }
}

/** A phone's gallery in a folder: so many photos of 2 MB and more, no two the same. Gives their paths. */
async function makeGallery(folder: string, count: number): Promise<string[]> {
  const paths: string[] = []
  while (paths.length < count) {
    const at = paths.length
    const photo = await makePhoto(at < LARGE ? { seed: at % 3 } : { ...SMALL, seed: at % 3 })
    const number = jpegSegment(0xfe, Buffer.from(`number ${at}`))
    const path = join(folder, `IMG_${String(at).padStart(3, '0')}.jpg`)
    await writeFile(path, withJpegSegments(photo, number, ...PADDING))
    paths.push(path)
  }
  return paths
}

/** The longest task of a slow phone's main thread in each step, milliseconds of its processor. */
interface ManyPhotos {
  chosen: number
  /** Until their previews are there. */
  drawn: number
  /** From UPLOAD NOW until each has its row. */
  queued: number
  /** Until the server has them all: minutes in which the browser collects its garbage as well. */
  sent: number
}

/** Chooses all these photos at a time on the upload screen of an Orma that allows it, and sends them. */
async function chooseMany(
  browser: Browser,
  context: BrowserContext,
  { path, photos }: { path: string; photos: string[] },
): Promise<ManyPhotos> {
  const { page } = await newSlowPage(context)
  await browser.startTracing(page, { categories: TRACE_CATEGORIES })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const begun = await whenIdle(page)
  await page.locator('input[type=file]').setInputFiles(photos)
  await waitFor(page, '.upload-screen-label', photos.length)
  const stored = await whenIdle(page)
  await waitFor(page, '.upload-screen-draft img', photos.length)
  const drawn = await whenIdle(page)
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  await waitFor(page, '.upload-screen-item', photos.length)
  const queued = await whenIdle(page)
  const safe = page.getByText(texts.upload.progress(photos.length, photos.length))
  await safe.waitFor({ timeout: DEADLINE_MS })
  const tasks = await stopTrace(browser, page)
  await page.close()
  return {
    chosen: longest(tasks, begun, stored),
    drawn: longest(tasks, stored, drawn),
    queued: longest(tasks, drawn, queued),
    sent: longest(tasks, queued, Infinity),
  }
}

/** The same of a page with nothing but an input: the browser itself takes its time with so many files. */
async function chooseBare(
  browser: Browser,
  context: BrowserContext,
  { path, photos }: { path: string; photos: string[] },
): Promise<number> {
  const { page } = await newSlowPage(context)
  await browser.startTracing(page, { categories: TRACE_CATEGORIES })
  await page.goto(path)
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      input.value = ''
      document.title = String(files.length)
    })
    document.body.replaceChildren(input)
  })
  const begun = await whenIdle(page)
  await page.locator('input').setInputFiles(photos)
  await page.waitForFunction((all) => document.title === String(all), photos.length)
  await whenIdle(page)
  const tasks = await stopTrace(browser, page)
  await page.close()
  return longest(tasks, begun, Infinity)
}

async function stopTrace(browser: Browser, page: Page): Promise<LongTask[]> {
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  )
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const { tasks } = longTasks(traceEvents, firstPaint)
  return tasks.map((task) => ({ ...task, at: task.at + firstPaint }))
}

/** Of those under way between two moments, in milliseconds since the navigation. */
function longest(tasks: readonly LongTask[], from: number, to: number): number {
  const within = tasks.filter(({ at, ms }) => at + ms > from && at < to)
  return Math.max(0, ...within.map(({ cpuMs }) => cpuMs))
}

async function waitFor(page: Page, selector: string, count: number): Promise<void> {
  const isThere = ([wanted, least]: [string, number]) =>
    document.querySelectorAll(wanted).length >= least
  await page.waitForFunction(isThere, [selector, count] as [string, number], {
    polling: 500,
    timeout: DEADLINE_MS,
  })
}

/** Gives the moment at which the page has nothing to do, in milliseconds since the navigation. */
function whenIdle(page: Page): Promise<number> {
  return page.evaluate(
    () => new Promise<number>((resolve) => requestIdleCallback(() => resolve(performance.now()))),
  )
}
