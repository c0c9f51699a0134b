import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { addPosts } from './offline-fixtures.ts'
import { addBroken, cards, openReview, startReview, statusOf } from './review-fixtures.ts'
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
