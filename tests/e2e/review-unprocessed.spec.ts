import type { Page } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { violationsOf } from './axe.ts'
import {
  addBroken,
  card,
  cards,
  decide,
  setReviewAll,
  statusOf,
  strip,
  tiles,
} from './review-fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

const NAME = 'Grace Hopper'
/** Longer ago than a photo waits for its turn. */
const LONG_AGO_MS = 2 * 60 * 60_000
/** So long a photo waits that was chosen after hundreds of others. */
const A_WHILE_MS = 10 * 60_000
const STATES = [texts.feed.processing, texts.feed.processingFailed] as const

// Specification: 6.11
test('an owner deletes photos that could not be processed', async ({
  page,
  elsewhere,
  venue,
  event,
  owner,
  guest,
  party,
  addPhotos,
  orma,
  path,
}) => {
  const waitsSince = Date.now() - A_WHILE_MS
  addManyPosts(orma, event, guest, 1, 'READYFORPROCESSING', waitsSince)
  const stuckAt = Date.now() - LONG_AGO_MS
  addManyPosts(orma, event, guest, 1, 'READYFORPROCESSING', stuckAt)
  const author = await elsewhere(guest)
  await author.goto(path)
  await expect(tiles(author)).toHaveCount(2)
  await enter(page.context(), owner)
  await page.goto(path)
  await expect(heading(page, '1 photo is still being processed')).toBeVisible()
  await expect(cards(page)).toContainText([STATES[0]])
  await expect(cards(page).getByRole('img')).toHaveCount(0)

  const failed = await addBroken(venue, party)
  await expect(heading(page, '1 photo could not be shown')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  await expect(card(page, failed)).toContainText(STATES[1])
  await expect(tiles(page)).toHaveCount(0)
  await expect(tiles(author)).toHaveCount(3)
  expect(await strip(author).count()).toBe(0)

  await test.step('by the keyboard, asked in the words of the specification', async () => {
    await remove(page, failed)
    await expect(heading(page, '1 photo is still being processed')).toBeVisible()
    await expect(cards(page).getByRole('button')).toBeFocused()
    await expect.poll(() => statusOf(venue, event, failed.id, owner)).toBe(404)
    await expect(tiles(author)).toHaveCount(2)
  })

  await test.step('beside those that wait for the owner’s word, who approves these alone', async () => {
    await setReviewAll(venue, party, true)
    const [flagged] = await addPhotos(1, guest)
    await expect(heading(page, '1 photo waits for your review')).toBeVisible()
    await addBroken(venue, party)
    await expect(heading(page, '1 photo waits for your review, 1 could not be shown')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsOf(page)).toEqual([])
    }
    await page.getByRole('link', { name: texts.review.open }).click()
    // The page before has a list of the same name.
    await expect(heading(page, texts.review.title)).toBeVisible()
    await expect(cards(page)).toHaveCount(3)
    await expect(page.getByRole('button', { name: texts.review.approve })).toHaveCount(1)
    await decide(page, flagged, 'approve')
    await expect(cards(page)).toHaveCount(2)
  })
})

test('the page says that nothing is to review once it knows @full', async ({
  page,
  venue,
  event,
  owner,
  party,
}) => {
  const failed = await addBroken(venue, party)
  await enter(page.context(), owner)
  venue.gateway.judge(({ path }) => (path.endsWith('/pending_posts') ? { status: 403 } : 'pass'))
  await page.goto(`/${event.event_hash}/review`)
  await expect(page.getByText(texts.review.failed)).toBeVisible()
  await expect(page.getByText(texts.review.empty)).toHaveCount(0)
  venue.heal()
  await page.getByRole('button', { name: texts.common.retry }).click()
  await expect(card(page, failed)).toBeVisible()
  await remove(page, failed)
  await expect(page.getByText(texts.review.empty).last()).toBeVisible()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function remove(page: Page, post: Post): Promise<void> {
  const label = texts.review.deletePhotoBy(NAME)
  await card(page, post).getByRole('button', { name: label }).press('Enter')
  const question = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  await question.getByRole('button', { name: texts.common.delete, exact: true }).press('Enter')
  await expect(question).toHaveCount(0)
}
