import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { releaseOf, test, updateWorker } from './release-fixtures.ts'
import { expect, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)
// In one process, which builds the next release once.
test.describe.configure({ mode: 'default' })

const CACHE = 'orma-precache'
/** A file of a release of long ago. */
const OLD_FILE = '/assets/of-long-ago.js'
/** Files of the last release that have come when the one before it takes over. */
const COME = 20

test('a release that takes over leaves the next one whole @full', async ({
  page,
  venue,
  next,
  event,
  orma,
}) => {
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  await page.evaluate(keepFile, [CACHE, OLD_FILE] as const)
  venue.gateway.judge(({ path }) =>
    path === '/sw.js' ? { append: '\n// A version between the two.' } : 'pass',
  )
  expect(await updateWorker(page)).toBe('installed')

  await orma.restart(next)
  const rest = Promise.withResolvers<void>()
  let asked = 0
  venue.gateway.judge(({ path }) => {
    if (!isInstalled(path)) return 'pass'
    asked += 1
    return asked > COME ? { hold: () => rest.promise } : 'pass'
  })
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  await expect.poll(() => asked).toBeGreaterThan(COME)
  // As when somebody comes back to it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: texts.offline.update }).click()
  await loaded
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })
  rest.resolve()

  await expect.poll(() => page.evaluate(isOneWaiting)).toBe(true)
  const kept = await keptFiles(page)
  const missing = next.assets.filter((path) => isInstalled(path) && !kept.includes(path))
  expect(missing).toEqual([])
  venue.relay.set({ refuse: true })
  await page.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(page)).toEqual({ html: 'next', script: 'next' })
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  // No other comes after this one.
  await expect.poll(() => keptFiles(page)).not.toContain(OLD_FILE)
})

test('a release that waits is offered by later pages too @full', async ({
  page,
  venue,
  next,
  event,
  orma,
  path,
}) => {
  await page.goto(path)
  await whenControlled(page)
  await orma.restart(next)
  expect(await updateWorker(page)).toBe('installed')
  const opened = await page.context().newPage()
  await opened.goto(`${venue.url}/${event.event_hash}`)
  await opened.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(opened)).toEqual({ html: 'next', script: 'next' })
})

/** Large scripts come by way of the old worker, which would not end for the new one while it waits for them. */
function isInstalled(path: string): boolean {
  return path.startsWith('/assets/') && !path.startsWith('/assets/heavy/')
}

/** Runs in a page. */
async function isOneWaiting(): Promise<boolean> {
  return (await navigator.serviceWorker.ready).waiting !== null
}

/** Runs in a page. */
async function keepFile([name, path]: readonly [name: string, path: string]): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(path, new Response())
}

/** Paths of the app's files on this device. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async (name) => {
    const cache = await caches.open(name)
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  }, CACHE)
}
