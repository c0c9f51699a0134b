import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { card, startReview, strip } from './review-fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 } })

test('a photo to review is seen large, veiled where flagged', async ({ page, context, venue }) => {
  const { event, owner, flagged } = await startReview(venue, 1, 'nudity')
  await enter(context, owner)
  const [first] = flagged
  await page.goto(`/${event.event_hash}`)
  await expect(strip(page)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await card(page, first)
    .getByRole('link', { name: texts.feed.photoBy('Grace Hopper') })
    .click()
  await expect(page).toHaveURL(`/${event.event_hash}/post/${first?.id}`)
  const photo = page.locator(`article[data-post="${first?.id}"]`)
  await expect(photo.locator('img[data-shown]')).toHaveCount(0)
  await photo.getByRole('button', { name: texts.review.showPhotoBy('Grace Hopper') }).click()
  await expect(photo.locator('img[data-shown]')).toBeVisible()
  const { width } = (await photo.locator('img[data-shown]').boundingBox()) ?? { width: 0 }
  expect(width).toBeGreaterThan(300)
})
