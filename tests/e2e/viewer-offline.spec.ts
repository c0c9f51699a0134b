import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'
import { openViewer, postInView } from './viewer-fixtures.ts'

test.use(HEADLESS_SHELL)

test('offline the viewer opens, and shows thumbs for larger pictures @full', async ({
  page,
  context,
  venue,
  party,
  addPhotos,
  path,
}) => {
  await addPhotos(3, party.guest)
  await visit(page, venue.url, party.event)
  await context.setOffline(true)
  await page.goto(`${venue.url}${path}`)
  await page.locator('li[data-post] a').nth(1).click()
  await openViewer(page)
  await expect(postInView(page)).toHaveText('Photo 2 of 3 by Grace Hopper')
  for (const [key, place] of [
    ['ArrowLeft', '1 of 3'],
    ['ArrowRight', '2 of 3'],
    ['ArrowRight', '3 of 3'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(postInView(page)).toContainText(place)
    const picture = page.locator('.pswp__item[aria-hidden=false] img').last()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
})

test('a photo that is not on the phone says so, and comes with the line @full', async ({
  page,
  context,
  venue,
  party,
  addPhotos,
  path,
}) => {
  await addPhotos(1, party.guest)
  await visit(page, venue.url, party.event)
  await forgetPictures(page)
  await context.setOffline(true)
  await page.goto(`${venue.url}${path}`)
  await page.locator('li[data-post] a').first().click()
  await openViewer(page)
  const words = page.getByRole('dialog').getByText(texts.viewer.cannotShow)
  await expect(words).toBeVisible()
  await context.setOffline(false)
  await expect(words).toHaveCount(0)
  const picture = page.locator('.pswp__item[aria-hidden=false] img').last()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
})

/** The browser may drop any picture for room, in its own cache as in the worker's. */
async function forgetPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('orma-images'))
    for (const name of names) await caches.delete(name)
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}
