import type { Page } from '@playwright/test'
import { LEGAL } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { visit, whenPicturesShown } from '../e2e/offline-fixtures.ts'
import { expect, test, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('the terms open on a line that swallows everything', async ({ page, venue, path }) => {
  await page.goto(path)
  await whenControlled(page)
  await page.goto(LEGAL.terms)
  const heading = page.getByRole('heading', { name: texts.login.terms })
  await expect(heading).toBeVisible()
  venue.relay.set({ blackHole: true })
  await page.goto(LEGAL.terms)
  await expect(heading).toBeVisible()
})

test('foreign notes on the device keep no page from opening', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(1)
  await visit(page, venue.url, event)
  for (const junk of ['{', 'null', '7', '[null, 7, {}]']) {
    await page.evaluate((text) => {
      for (const storage of [localStorage, sessionStorage]) {
        for (const key of Object.keys(storage)) storage.setItem(key, text)
      }
    }, junk)
    await page.reload()
    await expectHeading(page, event.name)
    await whenPicturesShown(page)
  }
})

test('a page is whole while the look for a release hangs', async ({ page, venue, event }) => {
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  venue.gateway.judge(({ path }) => (path === '/sw.js' ? { hold: () => promise } : 'pass'))
  const looks = () => venue.gateway.exchanges.filter(({ path }) => path === '/sw.js').length
  const before = looks()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready).update())
  await expect.poll(looks).toBe(before + 1)
  await page.reload()
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
  resolve(undefined)
})

/** Said by the app, not only by the first look. */
async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
