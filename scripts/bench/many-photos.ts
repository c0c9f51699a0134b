import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { jpegSegment, withJpegSegments } from '../../tests/support/jpeg-segments.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import { longTasks, TRACE_CATEGORIES } from './main-thread-trace.ts'
import type { LongTask, TraceEvent } from './main-thread-trace.ts'
import { newSlowPage } from './slow-phone.ts'

const PICTURES = 4
const DEADLINE_MS = 180_000

/** A phone's gallery in a folder: so many photos of 12 megapixels, no two the same. Gives their paths. */
export async function makeGallery(folder: string, count: number): Promise<string[]> {
  const paths: string[] = []
  while (paths.length < count) {
    const seed = paths.length
    const photo = await makePhoto({ seed: seed % PICTURES })
    const path = join(folder, `IMG_${String(seed).padStart(3, '0')}.jpg`)
    await writeFile(path, withJpegSegments(photo, jpegSegment(0xfe, Buffer.from(`number ${seed}`))))
    paths.push(path)
  }
  return paths
}

/** What kept the main thread of a slow phone busy for more than 50 ms, step by step. */
export interface ManyPhotos {
  choosing: LongTask[]
  previews: LongTask[]
  queueing: LongTask[]
}

/**
 * Chooses all these photos at a time on the upload screen of an Orma that allows it, waits for their previews, and sends them.
 * Resolves once the server has them all.
 */
export async function chooseMany(
  browser: Browser,
  context: BrowserContext,
  path: string,
  photos: string[],
  categories = TRACE_CATEGORIES,
): Promise<ManyPhotos> {
  const { page } = await newSlowPage(context)
  await browser.startTracing(page, { categories })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const begun = await nowOf(page)
  await page.locator('input[type=file]').setInputFiles(photos)
  await waitFor(page, '.upload-screen-label', photos.length)
  await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
  const stored = await nowOf(page)
  await waitFor(page, '.upload-screen-draft img', photos.length)
  const drawn = await nowOf(page)
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  const sent = page.getByText(texts.upload.progress(photos.length, photos.length))
  await sent.waitFor({ timeout: DEADLINE_MS })
  const ended = await nowOf(page)
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  )
  const bytes = await browser.stopTracing()
  const { traceEvents } = JSON.parse(bytes.toString()) as { traceEvents: TraceEvent[] }
  const { tasks } = longTasks(traceEvents, firstPaint)
  const between = (from: number, to: number) =>
    tasks.filter(({ at, ms }) => at + ms + firstPaint > from && at + firstPaint < to)
  return {
    choosing: between(begun, stored),
    previews: between(stored, drawn),
    queueing: between(drawn, ended),
  }
}

async function waitFor(page: Page, selector: string, count: number): Promise<void> {
  const isThere = ([wanted, least]: [string, number]) =>
    document.querySelectorAll(wanted).length >= least
  await page.waitForFunction(isThere, [selector, count] as [string, number], {
    polling: 500,
    timeout: DEADLINE_MS,
  })
}

function nowOf(page: Page): Promise<number> {
  return page.evaluate(() => performance.now())
}
