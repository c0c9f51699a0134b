import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { addPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { expect, startParty, test, whenControlled } from './venue-fixtures.ts'

/** As a captive portal or a proxy gives it for every address, with status 200. */
const PORTAL = { html: '<!doctype html><h1>Welcome to our Wi-Fi</h1>' }
const CACHE = 'orma-precache'

test('files that the browser has thrown away are here again after one visit with a network', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  const before = await precached(page)
  const cdp = await page.context().newCDPSession(page)
  const origin = venue.url
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cache_storage' })
  expect(await precached(page)).toEqual([])

  await page.reload()
  await expect.poll(async () => missing(before, await precached(page))).toEqual([])
  venue.relay.set({ refuse: true })
  await page.reload()
  await whenPicturesShown(page)
})

for (const [what, isIt] of [
  ['page', (path: string) => path === '/index.html'],
  ['script', (path: string) => path.includes('/upload-page-')],
] as const) {
  test(`a captive portal’s page in the place of the app’s ${what} is not kept as the worker is installed, which the next visit does`, async ({
    page,
    venue,
  }) => {
    const { event, owner } = await startParty(venue)
    await addPosts(venue.client, event, owner, 1)
    venue.gateway.judge(({ path }) => (isIt(path) ? PORTAL : 'pass'))
    await page.goto(`/${event.event_hash}`)
    await whenPicturesShown(page)
    await expect.poll(() => venue.gateway.exchanges.some(({ path }) => isIt(path))).toBe(true)
    await expect.poll(() => page.evaluate(hasNoWorker)).toBe(true)

    venue.heal()
    await page.reload()
    await whenControlled(page)
    await page.goto(`/${event.event_hash}/upload`)
    await expect(page.getByRole('heading', { name: texts.upload.title })).toBeVisible()
    await visit(page, venue.url, event)
    venue.relay.set({ refuse: true })
    await page.reload()
    await whenPicturesShown(page)
  })
}

test('a captive portal’s page in the place of a screen that is fetched later is not kept: the screen opens when the portal is gone', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  venue.gateway.judge(({ path }) => (path.includes('/heavy/') ? PORTAL : 'pass'))
  await visit(page, venue.url, event)
  const isAsked = (name: string) =>
    venue.gateway.exchanges.some(({ path }) => path.includes(`/heavy/${name}`))
  // They are fetched one after the other.
  await expect.poll(() => isAsked('login-page-') && isAsked('splash-page-')).toBe(true)

  venue.heal()
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
})

/** The app's files on this device. */
function precached(page: Page): Promise<string[]> {
  return page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys()
    return keys.map(({ url }) => url).filter((url) => !url.includes('/heavy/'))
  }, CACHE)
}

function missing(wanted: readonly string[], there: readonly string[]): string[] {
  // Which version came before is not known any more.
  return wanted.filter((url) => !there.includes(url) && !url.endsWith('/.earlier-version'))
}

/** Runs in the page: its worker could not be installed. */
async function hasNoWorker(): Promise<boolean> {
  return (await navigator.serviceWorker.getRegistration()) === undefined
}
