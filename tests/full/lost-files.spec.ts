import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { throwAway, visit, whenPicturesShown } from '../e2e/offline-fixtures.ts'
import { expect, test, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** As a captive portal or a proxy gives it for every address, with status 200. */
const PORTAL = { html: '<!doctype html><h1>Welcome to our Wi-Fi</h1>' }
const CACHE = 'orma-precache'

/** At the end of a worker's script: once it is installed, caches fail in this way. Notes promises that nobody looks after. */
const BROKEN_CACHES = (methods: string, error: string) => `
self.forgotten = []
self.addEventListener('unhandledrejection', ({ reason }) => self.forgotten.push(String(reason)))
for (const method of [${methods}]) {
  for (const { prototype } of [CacheStorage, Cache]) {
    const sound = prototype[method]
    prototype[method] = function (...args) {
      if (!self.registration.active) return sound.apply(this, args)
      return Promise.reject(new DOMException('Broken.', '${error}'))
    }
  }
}`

test('files thrown away are here again after a visit', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(2)
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
  test(`a portal’s page in place of the ${what} is not kept`, async ({
    page,
    venue,
    event,
    addPhotos,
  }) => {
    await addPhotos(1)
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

test('a portal’s page in place of a later script is not kept', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(1)
  venue.gateway.judge(({ path }) => (path.includes('/heavy/') ? PORTAL : 'pass'))
  await visit(page, venue.url, event)
  const isAsked = (name: string) =>
    venue.gateway.exchanges.some(({ path }) => path.includes(`/heavy/${name}`))
  // They are fetched one after the other.
  await expect.poll(() => isAsked('phone-field-') && isAsked('drawn-qr-code-')).toBe(true)

  venue.heal()
  await page.goto('/login')
  await expect(page.getByLabel(texts.login.phone, { exact: true })).toBeVisible()
})

for (const [what, broken] of [
  ['in trouble counts as empty', BROKEN_CACHES("'open', 'match'", 'UnknownError')],
  ['that is full takes nothing more', BROKEN_CACHES("'put'", 'QuotaExceededError')],
] as const) {
  test(`a storage of files ${what}: pages come from the network`, async ({
    page,
    venue,
    event,
    addPhotos,
  }) => {
    await addPhotos(2)
    venue.gateway.judge(({ path }) => (path === '/sw.js' ? { append: broken } : 'pass'))
    await page.goto(`/${event.event_hash}`)
    await whenControlled(page)
    await page.reload()
    await whenPicturesShown(page)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const [worker] = page.context().serviceWorkers()
    expect(await worker?.evaluate('self.forgotten')).toEqual([])
  })
}

test('a page whose script is lost everywhere comes from the server', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(1)
  await visit(page, venue.url, event)
  await throwAway(page, /\/assets\/main-/)
  let isThere = false
  venue.gateway.judge(({ path }) => {
    if (path === `/${event.event_hash}`) isThere = true
    if (path === '/') return { html: '<script src="/assets/main-of-another.js"></script>' }
    return path.startsWith('/assets/main-') && !isThere ? { status: 404 } : 'pass'
  })
  await page.reload()
  await expect.poll(() => isThere).toBe(true)
  await expect(page.getByRole('banner')).toBeVisible()
  await whenControlled(page)
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
