import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addPosts } from '../e2e/offline-fixtures.ts'
import { addBroken, card, cards, openReview } from '../e2e/review-fixtures.ts'
import { expect, test } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

const shownIds = (page: Page) =>
  cards(page).evaluateAll((shown) => shown.map((item) => Number(item.dataset['post'])))

test('what comes while the owner decides stands at the end', async ({ page, venue, client }) => {
  const party = await openReview(page, venue, 2)
  const { event, guest, flagged } = party
  const before = flagged.map(({ id }) => id)
  await expect.poll(() => shownIds(page)).toEqual(before)
  // The two kinds have a list each on the server.
  const broken = await addBroken(venue, party)
  const [newcomer] = await addPosts(client, event, guest, 1)
  const all = [...before, broken.id, newcomer?.id]
  await expect.poll(() => shownIds(page)).toEqual(all)
  for (const place of ['/review', '']) {
    await page.goto(`/${event.event_hash}${place}`)
    await expect.poll(() => shownIds(page)).toEqual(all)
  }
})

test('the question shows a flagged photo as colours alone', async ({ page, venue }) => {
  const approve = texts.review.approvePhotoBy('Grace Hopper')
  for (const [reason, shown] of [
    ['review', 1],
    ['nudity', 0],
  ] as const) {
    const { flagged } = await openReview(page, venue, 1, reason)
    await card(page, flagged[0]).getByRole('button', { name: approve }).click()
    const question = page.getByRole('alertdialog', { name: texts.review.approveQuestion })
    await expect(question).toContainText(texts.feed.photoBy('Grace Hopper'))
    await expect(question.locator('img[data-shown]')).toHaveCount(shown)
    await expect(question.locator('img')).toHaveCount(shown)
    await expect(question.getByRole('button', { name: texts.common.cancel })).toBeFocused()
  }
})
