import type { Request } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { LATER_FILES } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { APP_ROUTES, areLaterFilesKept, loginRoutes, ormaRoutes } from './app-routes.ts'
import { throwAway, visit, whenPicturesShown } from './offline-fixtures.ts'
import { enter, expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

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
  await expect.poll(() => page.evaluate(areLaterFilesKept, LATER_FILES)).toBe(true)
  await page.close()
  venue.relay.set({ refuse: true })

  const failed: string[] = []
  let lastAsked = Date.now()
  const open = async (address: string) => {
    const opened = await context.newPage()
    opened.on('request', (request) => {
      if (isOfApp(request.url())) lastAsked = Date.now()
    })
    opened.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      if (isOfApp(request.url())) failed.push(`${address}: ${request.url()} ${reason}`)
    })
    const response = await opened.goto(`${venue.url}${address}`)
    expect(response?.fromServiceWorker(), address).toBe(true)
    await expect(opened.locator('main').first(), address).not.toBeEmpty()
  }
  for (const address of [...APP_ROUTES, ...ormaRoutes(event, post)]) await open(address)
  await context.clearCookies()
  for (const address of loginRoutes(event)) await open(address)
  // All of them stay open meanwhile.
  await expect.poll(() => Date.now() - lastAsked).toBeGreaterThan(QUIET_MS)
  expect(failed).toEqual([])
  for (const opened of context.pages()) {
    const main = opened.locator('main')
    await expect(main.getByRole('progressbar'), opened.url()).toHaveCount(0)
    const failures = [texts.offline.notHere, texts.event.loadFailed, texts.session.failed]
    for (const words of failures) expect(await main.innerText(), opened.url()).not.toContain(words)
  }
})

test('a page whose script was thrown away says so once @full', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(1)
  await visit(page, venue.url, event)
  await throwAway(page, /(splash|slideshow|seating-chart)-page-/)
  await page.setViewportSize({ width: 1440, height: 900 })
  const hash = event.event_hash
  const screens = {
    [`/${hash}/splash-screen`]: texts.splash.tryNow,
    [`/${hash}/slideshow`]: texts.slideshow.start,
    '/seating_chart': texts.seating.title,
  }
  for (const [address, words] of Object.entries(screens)) {
    venue.relay.set({ refuse: true })
    const scripts: string[] = []
    const note = (request: Request) => {
      if (request.method() === 'GET' && request.url().endsWith('.js')) scripts.push(request.url())
    }
    // What the page before still asks for is none of it.
    await page.goto('about:blank')
    page.on('request', note)
    await page.goto(venue.url + address)
    await expect(page.getByRole('heading', { name: texts.offline.notHere })).toBeVisible()
    await expect(page.getByText(texts.event.loadFailed)).toHaveCount(0)
    const instead = page.getByRole('list', { name: texts.offline.canBeOpened })
    await expect(instead.getByRole('link', { name: event.name })).toBeVisible()
    // Nothing has the page loaded anew; what is missing is asked for by its preload and by its import.
    const others = scripts.filter((url) => !url.includes('-page-'))
    expect(others).toEqual([...new Set(others)])
    expect(scripts.length - others.length).toBeLessThanOrEqual(2)
    page.off('request', note)
    venue.heal()
    await page.getByRole('button', { name: texts.common.retry }).click()
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
  }
})

test('My photos say that they are offline and how old they are', async ({
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
test('offline, an unseen Orma offers those that open @full', async ({
  page,
  context,
  venue,
  event,
  owner,
  addPhotos,
}) => {
  const { event: other } = await startParty(venue)
  await addPhotos(1)
  await enter(context, owner)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  // Who its owner is, is not known either.
  await page.goto(`/${other.event_hash}/people`)
  const failure = page.getByRole('alert').filter({ hasText: texts.event.loadFailed })
  await expect(failure.getByRole('button', { name: texts.common.retry })).toBeVisible()
  await page.goto(`/${other.event_hash}`)
  await expect(page.getByRole('heading', { name: texts.event.loadFailed })).toBeVisible()
  await page
    .getByRole('list', { name: texts.offline.canBeOpened })
    .getByRole('link', { name: event.name })
    .click()
  await whenPicturesShown(page)
})
