import type { BrowserContext, Page } from '@playwright/test'
import { createKillableBrowser } from '../../tests/support/killable-browser.ts'
import type { KillableBrowser } from '../../tests/support/killable-browser.ts'
import { openVenue } from '../../tests/support/venue.ts'
import { addPosts, visit } from '../../tests/e2e/offline-fixtures.ts'
import type { Figure } from './figure.ts'
import { inTurns } from './http-load.ts'

const ROUNDS = 5
const POSTS = 12
/** A phone's processor, beside this one. */
const SLOWDOWN = 4

/**
 * How soon a cold browser that cannot reach the server shows a visited Orma's first photo: beside the same app's page with nothing
 * on it, on a slow processor, and where the network takes everything and answers nothing.
 */
export async function offlineFigures(): Promise<Figure[]> {
  const { url, client, relay, close } = await openVenue()
  const browser = await createKillableBrowser()
  try {
    const owner = await client.signUp('Olga')
    const event = await client.createOrma(owner)
    await addPosts(client, event, owner, POSTS)
    const context = await browser.open()
    await visit(await context.newPage(), url, event)
    await context.newPage().then((page) => page.goto(`${url}/404`))
    await closeWell(context, browser)

    const paintedIn = async (path: string, selector: string, prepare?: (page: Page) => unknown) => {
      const opened = await browser.open()
      const page = await opened.newPage()
      await prepare?.(page)
      const time = await firstPaint(page, url + path, selector)
      await closeWell(opened, browser)
      return time
    }
    const photoIn = (prepare?: (page: Page) => unknown) =>
      paintedIn(`/${event.event_hash}`, '.feed-grid-tile img', prepare)

    relay.set({ refuse: true })
    const [photo = NaN, shell = NaN, slow = NaN] = await inTurns(ROUNDS, [
      () => photoIn(),
      () => paintedIn('/404', 'main .message-text'),
      () => photoIn(slowDown),
    ])
    relay.set({ blackHole: true })
    const [swallowed = NaN] = await inTurns(ROUNDS, [() => photoIn()])
    const figure = (name: string, measured: number, atMost: number, limit?: number): Figure => ({
      name,
      measured,
      unit: 'ms',
      budget: { atMost },
      ...(limit === undefined ? {} : { limit }),
    })
    return [
      figure('offline, cold browser: first photo, against the empty shell', photo, 1.2, shell),
      figure('offline, cold browser: first photo', photo, 1000),
      figure(`offline, cold browser, CPU slowed ${SLOWDOWN} times: first photo (R1)`, slow, 1500),
      figure('black hole, cold browser: first photo (R2)', swallowed, 2000),
    ]
  } finally {
    await browser.close()
    await close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Lets the browser write its profile to the disk before it ends. */
async function closeWell(context: BrowserContext, { kill9 }: KillableBrowser): Promise<void> {
  const browser = context.browser()
  if (!browser) return
  const session = await browser.newBrowserCDPSession()
  const gone = new Promise((resolve) => browser.once('disconnected', resolve))
  await session.send('Browser.close').catch(() => undefined)
  await gone
  await kill9()
}

interface PaintEntry extends PerformanceEntry {
  renderTime: number
}

/** Milliseconds from the start of the navigation to the frame on the screen that has the element, a picture with its pixels. */
async function firstPaint(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    // The browser tells when it has painted an element that carries this attribute before.
    const ask = () => {
      for (const element of document.querySelectorAll(wanted)) {
        if (!element.hasAttribute('elementtiming')) element.setAttribute('elementtiming', 'wanted')
      }
    }
    new MutationObserver(ask).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      const [{ renderTime }] = list.getEntries() as [PaintEntry]
      document.documentElement.dataset['painted'] ??= String(renderTime)
    }).observe({ type: 'element' })
  }, selector)
  // The network may be a black hole: what is looked for is on the screen long before all is loaded.
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset['painted'])
  return page.evaluate(() => Number(document.documentElement.dataset['painted']))
}
