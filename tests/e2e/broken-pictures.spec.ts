import type { Locator } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { openLive } from './fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

// A picture that fails is to have failed: no worker has another.
test.use(WITHOUT_WORKER)

const widthsOf = (pictures: Locator): Promise<number[]> =>
  pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

test('a picture that failed is loaded when the connection comes back', async ({
  page,
  venue,
  path,
  guest,
  addPhotos,
}) => {
  await addPhotos(2, guest)
  const pictures = page.locator('li[data-post] img')
  let asked = 0
  venue.gateway.judge(({ path }) => {
    if (!path.startsWith('/media/')) return 'pass'
    asked += 1
    return 'reset-before'
  })
  // By then the page stands and hears of the network.
  await openLive(page, path)
  await expect(pictures).toHaveCount(2)
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2)
  expect(await widthsOf(pictures)).toEqual([0, 0])
  // No mark for broken pictures: their blur is seen, and their names are read.
  await expect(page.locator('li[data-post] img[data-shown]')).toHaveCount(0)
  await expect(pictures.first()).toHaveCSS('opacity', '0')
  for (const place of await page.locator('li[data-post] .thumb').all()) {
    await expect(place).toHaveCSS('background-color', /^rgb\(/)
    await expect(place).toHaveCSS('background-image', /^url\("data:image/)
  }
  const name = texts.feed.photoBy(guest.user.name ?? texts.common.anonymous)
  await expect(page.getByRole('link', { name })).toHaveCount(2)

  venue.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => Math.min(...(await widthsOf(pictures)))).toBeGreaterThan(0)
  await expect(page.locator('li[data-post] img[data-shown]')).toHaveCount(2)
})
