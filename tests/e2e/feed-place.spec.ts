import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'
import { shownPosts } from './offline-fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page, orma, event, owner, path }) => {
  addManyPosts(orma, event, owner, 90)
  await page.goto(path)
  await expect(page.locator('li[data-post]').first()).toBeVisible()
})

test('turning the phone keeps the photo in view in its place @full', async ({ page }) => {
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

test('photos that go further up do not move the one in view @full', async ({
  page,
  client,
  event: { event_hash },
  owner: { token },
}) => {
  const first = (await shownPosts(page)).slice(0, 3)
  await scrollDown(page, 2500)
  const looked = await topPost(page)
  const before = await distanceFromTop(page, looked)
  const place = await placeOf(page, looked)
  for (const [at, post_id] of first.entries()) {
    await client.call(api.deletePost, { params: { event_hash, post_id }, token })
    await expect.poll(() => placeOf(page, looked)).toBe(place - at - 1)
    expect(Math.abs((await distanceFromTop(page, looked)) - before)).toBeLessThanOrEqual(2)
  }
})

test('a network that comes and goes moves no photo @full', async ({ page, context }) => {
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
