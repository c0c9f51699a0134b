import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { WHOLE_BROWSER } from '../../tests/support/browser-options.ts'
import { startRelay } from '../../tests/support/relay.ts'
import type { LineFaults, Relay } from '../../tests/support/relay.ts'

/** How many times slower than this machine's processor. */
export const SLOWDOWN = 4
/** 1.6 Mbit/s and 150 ms there and back, as Lighthouse's phone has them; the worker has no other line. */
const PHONE_LINE: LineFaults = {
  latencyMs: 75,
  upBytesPerSecond: 94_000,
  downBytesPerSecond: 200_000,
}

/**
 * A browser that is looked into parses a script again at its first error, to tell the error's line: 100 to 250 ms, of which a phone
 * has none.
 */
export const LINES_AT_ONCE = '--js-flags=--no-enable-lazy-source-positions'

/** Until the bare page has done all it does. */
const BARE_SETTLED_MS = 8_000

/** Browsers of a phone's size, on a slow line to a server. */
export interface SlowPhone {
  origin: string
  relay: Relay
  browser: Browser
  /** A device that knows nothing yet. */
  takeNew: () => Promise<BrowserContext>
  close: () => Promise<void>
}

export async function openSlowPhone(port: number, line = PHONE_LINE): Promise<SlowPhone> {
  const relay = await startRelay(() => port)
  relay.set(line)
  const browser = await chromium.launch({
    ...WHOLE_BROWSER,
    args: [...WHOLE_BROWSER.args, LINES_AT_ONCE],
    headless: true,
  })
  const origin = `http://localhost:${relay.port}`
  return {
    origin,
    relay,
    browser,
    takeNew: () =>
      browser.newContext({
        baseURL: origin,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      }),
    async close() {
      await browser.close()
      await relay.close()
    },
  }
}

export interface SlowPage {
  page: Page
  session: CDPSession
}

/** A page whose main thread is as slow as a phone's. */
export async function newSlowPage(context: BrowserContext): Promise<SlowPage> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return { page, session }
}

/** Resolves once a page has done all it does. */
export type Settle = (opened: SlowPage, relay: Relay) => Promise<void>

/** Waits until the page has a worker, and neither page nor worker has asked for anything for some seconds. */
export async function whenSettled(
  { page, session }: SlowPage,
  { counts }: Relay,
  quietMs = 4_000,
): Promise<void> {
  const expression = 'navigator.serviceWorker.controller !== null'
  // Not by Playwright, whose script would be among what is measured.
  while (!(await session.send('Runtime.evaluate', { expression })).result.value) {
    await page.waitForTimeout(500)
  }
  // The server keeps a live stream open; its heartbeat is a few bytes.
  for (let before = -Infinity; counts.downBytes - before > 500;) {
    before = counts.downBytes
    await page.waitForTimeout(quietMs)
  }
}

/** Waits until the bare page, whose worker takes no page over, has done all it does. */
export async function whenBareSettled({ page }: SlowPage): Promise<void> {
  await page.waitForTimeout(BARE_SETTLED_MS)
}
