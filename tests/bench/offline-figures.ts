import type { BrowserContext, Page } from '@playwright/test'
import { createApiClient } from '../support/api-client.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import type { KillableBrowser } from '../support/killable-browser.ts'
import { startOrma } from '../support/orma-server.ts'
import { addPosts, visit } from '../e2e/offline-fixtures.ts'
import type { Figure } from './figure.ts'
import { inTurns } from './http-load.ts'

const ROUNDS = 5
const POSTS = 12

/** How soon a cold browser without a network shows a visited Orma's first photo, beside the same app's page with nothing on it. */
export async function offlineFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const browser = await createKillableBrowser()
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const event = await client.createOrma(owner)
    await addPosts(client, event, owner, POSTS)
    const context = await browser.open()
    await visit(await context.newPage(), orma.url, event)
    await context.newPage().then((page) => page.goto(`${orma.url}/404`))
    await closeWell(context, browser)
    await orma.stop()

    const paintedIn = async (path: string, selector: string) => {
      const opened = await browser.open()
      const time = await firstPaint(await opened.newPage(), orma.url + path, selector)
      await closeWell(opened, browser)
      return time
    }
    const [photo = NaN, shell = NaN] = await inTurns(ROUNDS, [
      () => paintedIn(`/${event.event_hash}`, 'li[data-post] img'),
      () => paintedIn('/404', 'main .ms-text'),
    ])
    const name = 'offline, cold browser: first photo, against the empty shell'
    return [{ name, measured: photo, limit: shell, unit: 'ms', budget: { atMost: 1.2 } }]
  } finally {
    await browser.close()
    await orma.close()
  }
}

/** Milliseconds from the start of the navigation to the frame in which the element is painted. */
async function firstPaint(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      const found = document.querySelector(wanted)
      const isThere = found instanceof HTMLImageElement ? found.naturalWidth > 0 : found !== null
      if (isThere) document.documentElement.dataset['painted'] = String(performance.now())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, selector)
  await page.goto(url)
  await page.waitForFunction(() => document.documentElement.dataset['painted'])
  return page.evaluate(() => Number(document.documentElement.dataset['painted']))
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
