import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { Venue } from '../support/venue.ts'
import { deletePost } from './deep-feed.ts'
import { shownPosts } from './offline-fixtures.ts'
import { expect, startParty, test, whenControlled } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('turning the phone keeps the photo in view in its place @full', async ({ page, venue }) => {
  await openLongFeed(page, venue)
  await scrollDown(page, 2500)
  const looked = await topPost(page)
  for (const size of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => distanceFromTop(page, looked)).toBeLessThan(size.height / 2)
  }
})

test('photos that go further up do not move the one in view @full', async ({ page, venue }) => {
  const party = await openLongFeed(page, venue)
  const first = (await shownPosts(page)).slice(0, 3)
  await scrollDown(page, 2500)
  const looked = await topPost(page)
  const before = await distanceFromTop(page, looked)
  const place = await placeOf(page, looked)
  for (const [at, post_id] of first.entries()) {
    await deletePost(venue, party, post_id)
    await expect.poll(() => placeOf(page, looked)).toBe(place - at - 1)
    expect(Math.abs((await distanceFromTop(page, looked)) - before)).toBeLessThanOrEqual(2)
  }
})

test('a network that comes and goes moves no photo', async ({ page, context, venue }) => {
  await openLongFeed(page, venue)
  await scrollDown(page, 2500)
  const looked = await topPost(page)
  const before = await distanceFromTop(page, looked)
  const notice = page.getByRole('status').filter({ hasText: texts.offline.offline })
  await context.setOffline(true)
  await expect(notice).toBeInViewport()
  expect(await distanceFromTop(page, looked)).toBe(before)
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  expect(await distanceFromTop(page, looked)).toBe(before)
})

test('a line tells what is new since the last visit @full', async ({
  page,
  event,
  owner,
  addPhotos,
  orma,
  path,
}) => {
  addManyPosts(orma, event, owner, 8)
  await page.clock.install()
  await page.goto(path)
  await expect(page.locator('li[data-post]')).toHaveCount(8)
  await expect(page.getByText(texts.event.newSinceVisit)).toBeHidden()
  await page.goto('/')
  await addPhotos(3)
  await page.clock.setSystemTime(Date.now() + 2 * 60 * 60_000)
  await page.goto(path)
  await expect(page.locator('li[data-post]')).toHaveCount(11)
  const line = page.getByText(texts.event.newSinceVisit)
  await expect(line).toBeVisible()
  const tops = await page
    .locator('li[data-post]')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top))
  const { y = 0 } = (await line.boundingBox()) ?? {}
  expect(tops.filter((top) => top < y)).toHaveLength(3)
})

/** An Orma of 90 photos on a phone held upright. */
async function openLongFeed(page: Page, venue: Venue): Promise<Party> {
  const party = await startParty(venue)
  addManyPosts(venue.orma, party.event, party.owner, 90)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${party.event.event_hash}`)
  await whenControlled(page)
  await expect(page.locator('li[data-post]').first()).toBeVisible()
  return party
}

async function scrollDown(page: Page, by: number): Promise<void> {
  await expect(async () => {
    await page.evaluate((top) => scrollTo(0, top), by)
    expect(await page.evaluate(() => scrollY)).toBe(by)
  }).toPass()
  // A page hears of a scroll with the next frame, and nobody has looked at what was not drawn yet.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  await expect(page.locator('li[data-post]').first()).toBeVisible()
}

/** The first post that is wholly in the window. */
function topPost(page: Page): Promise<number> {
  return page.locator('li[data-post]').evaluateAll((tiles) => {
    const tile = tiles
      .map((each) => ({ each, top: each.getBoundingClientRect().top }))
      .filter(({ top }) => top >= 0)
      .toSorted((one, other) => one.top - other.top)[0]?.each as HTMLElement
    return Number(tile.dataset['post'])
  })
}

function distanceFromTop(page: Page, id: number): Promise<number> {
  return page
    .locator(`li[data-post="${id}"]`)
    .evaluate((tile) => Math.abs(tile.getBoundingClientRect().top))
    .catch(() => Infinity)
}

function placeOf(page: Page, id: number): Promise<number> {
  return page
    .locator(`li[data-post="${id}"]`)
    .evaluate((tile) => Number(tile.ariaPosInSet))
    .catch(() => 0)
}
