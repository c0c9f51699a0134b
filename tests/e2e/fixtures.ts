import { expect, test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { findHeadlessShell } from '../../scripts/find-chromium.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { openVenue } from '../support/venue.ts'
import type { Venue } from '../support/venue.ts'

export { expect }

interface TestFixtures {
  /** Fails the test for what goes wrong in this context; needed only for contexts of a browser the test started itself. */
  watch: (context: BrowserContext) => void
}

/** Each is started for the first test that asks for it, and shared by the tests of one process. */
interface WorkerFixtures {
  /** The real server. */
  orma: OrmaServer
  /** Settings of the venue's server, for a whole file of tests. */
  settings: Record<string, string>
  /** A server of its own, behind a bad line. */
  venue: Venue
}

/** How a violation of the content security policy reaches the console, and through it the test. */
const VIOLATION = 'Content Security Policy violated:'

/**
 * Playwright's `test` with a server. Every page and worker of every context is watched: a violated content security
 * policy, a request to another host, or an error nobody caught fails the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  orma: [
    async ({}, use) => {
      const orma = await startOrma()
      await use(orma)
      await orma.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  settings: [{}, { scope: 'worker', option: true }],
  venue: [
    async ({ settings }, use) => {
      const venue = await openVenue({ env: settings })
      await use(venue)
      await venue.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ orma }, use) => use(orma.url),
  watch: [
    async ({ browser, baseURL, launchOptions: { executablePath } }, use) => {
      const problems: string[] = []
      const watch = (context: BrowserContext) => {
        watchContext(context, baseURL ?? '', problems)
        if (executablePath !== findHeadlessShell()) return
        context.on('serviceworker', (worker) => {
          // One that has ended meanwhile sets none.
          worker.evaluate(takeBadge).catch(() => undefined)
        })
      }
      browser.on('context', watch)
      await use(watch)
      browser.off('context', watch)
      expect(problems, 'what pages and workers did wrong').toEqual([])
    },
    { auto: true },
  ],
})

/** The headless shell has no badge of an app, and a page whose worker sets one crashes in it. */
function takeBadge(): void {
  Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'setAppBadge')
}

function watchContext(context: BrowserContext, origin: string, problems: string[]): void {
  const { host } = new URL(origin)
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:|^wss?:/.test(url.protocol) && url.host !== host) {
      problems.push(`request to another host: ${url.href}`)
    }
  })
  context.on('weberror', (webError) => {
    const error = webError.error()
    problems.push(`uncaught: ${error.stack ?? error.message}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (
      message.type() === 'error' &&
      /Content Security Policy|Trusted ?(Types|HTML|Script)|Uncaught/.test(text)
    ) {
      problems.push(text)
    }
  })
  void context.addInitScript((prefix) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`${prefix} ${violatedDirective} ${blockedURI} ${sample}`)
    })
  }, VIOLATION)
}
