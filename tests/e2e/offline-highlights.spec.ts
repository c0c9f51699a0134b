import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { pauseButton, seenShare, weekend } from './film-fixtures.ts'
import { visit } from './offline-fixtures.ts'
import { enter, expect, test, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** Whether the tab's files and what it shows lie on this device. */
async function isTabKept(event_hash: string): Promise<boolean> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = loaded.filter((name) => name.includes('/highlight-cards-'))
  const found = await Promise.all(files.map((name) => caches.match(name)))
  const request = indexedDB.open('orma-kept')
  const db = await new Promise<IDBDatabase>((resolve) => {
    request.addEventListener('success', () => resolve(request.result))
  })
  const key = ['events', event_hash, 'highlights']
  const counting = db.transaction('answers').objectStore('answers').count(key)
  const count = await new Promise<number>((resolve) => {
    counting.addEventListener('success', () => resolve(counting.result))
  })
  db.close()
  return files.length > 0 && found.every(Boolean) && count === 1
}

test('the Highlights tab opens offline, with its cards @full', async ({
  page,
  context,
  venue,
  event,
  guest,
  addPhotos,
}) => {
  await addPhotos(1)
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.getByRole('link', { name: texts.event.highlights }).click()
  const card = page.getByRole('list', { name: texts.event.highlights }).getByRole('link')
  await expect(card).toHaveCount(1)
  await expect.poll(() => page.evaluate(isTabKept, event.event_hash)).toBe(true)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`#${DEFAULT_PRODUCT.slug}$`))
  await expect(card).toHaveCount(1)
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a day’s film that was opened plays again without a network', async ({
    page,
    venue,
    orma,
  }) => {
    const { event } = await weekend(orma)
    await visit(page, venue.url, event)
    await page.getByRole('link', { name: texts.event.highlights }).click()
    await page.getByRole('list', { name: texts.event.highlights }).getByRole('link').first().click()
    await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(isFilmKept, event.event_hash)).toBe(true)
    venue.relay.set({ refuse: true })
    await page.context().setOffline(true)
    await page.reload()
    await expect(pauseButton(page)).toBeVisible()
    await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
    await expect(page.locator('.hl-controls')).toContainText(texts.event.photoCount(3))
  })

  test('a film plays offline after a new version was taken @full', async ({
    page,
    venue,
    orma,
  }) => {
    // On which the player is not fetched before it is needed.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } })
    })
    const { event, film } = await weekend(orma)
    await visit(page, venue.url, event)
    await page.goto(venue.url + film)
    await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(isFilmKept, event.event_hash)).toBe(true)

    venue.gateway.judge(({ path }) =>
      path === '/sw.js' ? { append: '\n// A new version.' } : 'pass',
    )
    await page.goto(`${venue.url}/${event.event_hash}`)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: texts.offline.update }).click()
    await loaded
    await whenControlled(page)

    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.clearBrowserCache')
    venue.relay.set({ refuse: true })
    await page.context().setOffline(true)
    await page.goto(venue.url + film)
    await expect(pauseButton(page)).toBeVisible()
    await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  })
})

/** Whether the player's script and what the film shows lie on this device. */
async function isFilmKept(event_hash: string): Promise<boolean> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = loaded.filter((name) => /\/film-stage-|\/media\//.test(name))
  const found = await Promise.all(files.map((name) => caches.match(name)))
  const request = indexedDB.open('orma-kept')
  const db = await new Promise<IDBDatabase>((resolve) => {
    request.addEventListener('success', () => resolve(request.result))
  })
  const keys = db.transaction('answers').objectStore('answers').getAllKeys()
  const names = await new Promise<string[]>((resolve) => {
    keys.addEventListener('success', () => resolve(keys.result.map(String)))
  })
  db.close()
  const isKept = (part: string) =>
    names.some((name) => name.startsWith(`events,${event_hash},${part},`))
  return files.length > 3 && found.every(Boolean) && isKept('film') && isKept('highlight')
}
