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
