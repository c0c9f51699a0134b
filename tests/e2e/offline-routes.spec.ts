import type { Page } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { LAZY_FILES } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { APP_ROUTES, areLaterFilesKept, loginRoutes, ormaRoutes } from './app-routes.ts'
import { visit } from './offline-fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** It has each address in a page of its own, all of which stay open: what goes on in one once it has settled is seen too. */
const FULL_RUN = process.env['ORMA_TEST_FULL'] === '1'
/** What goes on in a page once it has settled has begun by then. */
const QUIET_MS = 5000

const TEN_MINUTES_MS = 10 * 60_000
const AGE = texts.offline.lastUpdated('10 minutes ago')

test('R11: every address opens offline, from the worker', async ({
  page,
  context,
  venue,
  event,
  guest,
  addPhotos,
}) => {
  // As on an iPhone and in Firefox, which say nothing of the line.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: undefined })
  })
  const [post] = (await addPhotos(2)) as [Post]
  await enter(context, guest)
  await visit(page, venue.url, event)
  await expect.poll(() => page.evaluate(areLaterFilesKept, LAZY_FILES)).toBe(true)
  await page.close()
  venue.relay.set({ refuse: true })

  const failed: string[] = []
  let lastAsked = Date.now()
  const newPage = async () => {
    const opened = await context.newPage()
    opened.on('request', (request) => {
      if (isOfApp(request.url())) lastAsked = Date.now()
    })
    opened.on('requestfailed', (request) => {
      const { errorText } = request.failure() ?? {}
      // A page that is left for the next address asks for nothing more.
      if (isOfApp(request.url()) && errorText !== 'net::ERR_ABORTED')
        failed.push(`${opened.url()}: ${request.url()} ${errorText}`)
    })
    return opened
  }
  const only = FULL_RUN ? undefined : await newPage()
  const open = async (address: string) => {
    const opened = only ?? (await newPage())
    const response = await opened.goto(`${venue.url}${address}`)
    expect(response?.fromServiceWorker(), address).toBe(true)
    await expect(opened.locator('main').first(), address).not.toBeEmpty()
    await expectWhole(opened)
  }
  for (const address of [...APP_ROUTES, ...ormaRoutes(event, post)]) await open(address)
  await context.clearCookies()
  for (const address of loginRoutes(event)) await open(address)
  await expect.poll(() => Date.now() - lastAsked).toBeGreaterThan(QUIET_MS)
  expect(failed).toEqual([])
  for (const opened of context.pages()) await expectWhole(opened)
})

async function expectWhole(page: Page): Promise<void> {
  const main = page.locator('main')
  await expect(main.getByRole('progressbar'), page.url()).toHaveCount(0)
  const failures = [texts.offline.notHere, texts.event.loadFailed, texts.session.failed]
  for (const words of failures) expect(await main.innerText(), page.url()).not.toContain(words)
}

test('My photos say that they are offline and how old they are @full', async ({
  page,
  context,
  owner,
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  await enter(context, owner)
  await page.goto(`${path}/myphotos`)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.clock.setSystemTime(Date.now() + TEN_MINUTES_MS)
  await context.setOffline(true)
  await expect(page.getByText(`${texts.offline.offline}. ${AGE}`)).toBeVisible()
})

/** Answers, and pictures that were never seen, are no part of the app. */
function isOfApp(url: string): boolean {
  return !/^\/(api|media)\//.test(new URL(url).pathname)
}
