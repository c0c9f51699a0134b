import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { addPosts } from './offline-fixtures.ts'
import {
  addBroken,
  card,
  cards,
  openReview,
  setReviewAll,
  startReview,
  statusOf,
} from './review-fixtures.ts'
import { expect, signIn, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

const shownIds = (page: Page) =>
  cards(page).evaluateAll((shown) => shown.map((item) => Number(item.dataset['post'])))

test('what waits is in the order in which it came: what comes while the owner decides stands at the end, moves none under the finger, and is there at the next look too', async ({
  page,
  venue,
}) => {
  const party = await openReview(page, venue, 2)
  const { event, guest, flagged } = party
  const before = flagged.map(({ id }) => id)
  await expect.poll(() => shownIds(page)).toEqual(before)
  // The two kinds have a list each on the server.
  const broken = await addBroken(venue, party)
  const [newcomer] = await addPosts(venue.client, event, guest, 1)
  const all = [...before, broken.id, newcomer?.id]
  await expect.poll(() => shownIds(page)).toEqual(all)
  for (const place of ['/review', '']) {
    await page.goto(`/${event.event_hash}${place}`)
    await expect.poll(() => shownIds(page)).toEqual(all)
  }
})

test('the buttons of a photo to review stay where they are as its age grows', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const party = await openReview(page, venue, 2)
  const { flagged } = party
  await setReviewAll(venue, party, false)
  await page.reload()
  await expect(card(page, flagged[1])).toContainText(texts.review.wasReview)
  const approve = card(page, flagged[1]).getByRole('button', {
    name: texts.review.approvePhotoBy('Grace Hopper'),
  })
  const age = card(page, flagged[0]).locator('time')
  await expect(age).toHaveText('just now')
  const before = await approve.boundingBox()
  for (const words of ['10 minutes ago', '11 months ago']) {
    await page.locator('.rv-card time').evaluateAll((ages, text) => {
      for (const shown of ages) shown.textContent = text
    }, words)
    expect(await approve.boundingBox()).toEqual(before)
  }
})

test('the question about a photo shows it as its card does at first: one that may show nudity as its colours alone', async ({
  page,
  venue,
}) => {
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

test('on the page of who took it a photo that waits only to be looked at has a clock, and one that is veiled a crossed-out eye', async ({
  page,
  venue,
}) => {
  for (const [reason, mark] of [
    ['review', 'clock'],
    ['nudity', 'eye-off'],
  ] as const) {
    const { event, guest } = await openReview(page, venue, 1, reason)
    await page.goto(`/${event.event_hash}/people/${guest.user.id}`)
    const photo = page.getByRole('main').getByRole('listitem')
    await expect(photo.locator('.lucide')).toHaveClass(new RegExp(`lucide-${mark}( |$)`))
  }
})

test('the question about a photo says whose it is, and stays open while others come, also in the row in front of the feed', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startReview(venue, 0)
  addManyPosts(venue.orma, event, guest, 12, 'FAILEDBYNUDITY')
  await signIn(context, venue, owner)
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(`/${event.event_hash}`)
  await live
  const asked = cards(page).nth(11)
  const id = Number(await asked.getAttribute('data-post'))
  await asked.getByRole('button', { name: texts.review.rejectPhotoBy('Grace Hopper') }).click()
  const question = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  await expect(question).toBeVisible()

  await addPosts(venue.client, event, guest, 1)
  await expect(page.getByText(texts.review.waiting(13)).last()).toBeAttached()
  await expect(question).toBeVisible()
  await expect(question).toContainText(texts.feed.photoBy('Grace Hopper'))
  await question.getByRole('button', { name: texts.review.reject, exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => statusOf(venue, event, id, owner)).toBe(404)
})
