import type { Page } from '@playwright/test'
import { PAGE_SIZE, SLIDESHOW } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, holdRequests, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 1440, height: 900 } })

/** Numbers of the feed's pages, in the order in which this page asks for them. */
function watchPages(page: Page): number[] {
  const asked: number[] = []
  page.on('request', (request) => {
    const [, number] = /\/posts\/(\d+)$/.exec(new URL(request.url()).pathname) ?? []
    if (number) asked.push(Number(number))
  })
  return asked
}

// Specification: 2.89, 4.38
test('the slideshow loads all pages until an empty one @full', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, PAGE_SIZE * 2 + 1)
  const asked = watchPages(page)
  const answer = await holdRequests(page, '**/posts/1')
  await page.goto(`${path}/slideshow`)
  await expect(page.getByText(texts.slideshow.settingUp)).toBeVisible()
  answer()
  await expect(page.getByText(texts.event.photoCount(PAGE_SIZE * 2 + 1))).toBeVisible()
  await expect.poll(() => [...new Set(asked)]).toEqual([1, 2, 3])
})

test('a reloaded slideshow that fails says so, and goes on @full', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 2)
  await page.route('**/posts/1', (route) => route.fulfill({ status: 429 }))
  await page.goto(`${path}/slideshow`)
  await expect(page.getByText(texts.feed.failed)).toBeVisible()
  await page.evaluate(() => history.replaceState({ ...history.state, running: true }, ''))
  await page.reload()
  await expect(page.getByText(texts.feed.failed)).toBeVisible()
  await page.getByRole('button', { name: texts.common.retry }).focus()
  await page.unroute('**/posts/1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: texts.slideshow.exit })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
})

// Specification: 4.39, 9.14
test('what is new is asked for every 120 s @full', async ({ page, orma, event, owner, path }) => {
  addManyPosts(orma, event, owner, 3)
  await page.route('**/live', (route) => route.fulfill({ status: 503 }))
  await page.clock.install()
  await page.goto(`${path}/slideshow`)
  await expect(page.getByText(texts.event.photoCount(3))).toBeVisible()
  // In view, it is asked more often.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    dispatchEvent(new Event('visibilitychange'))
  })
  addManyPosts(orma, event, owner, 1)
  const asked = watchPages(page)
  for (const _quarter of [1, 2, 3, 4]) {
    await page.clock.runFor(SLIDESHOW.refreshMs / 4)
    // A question that is under way would hide the next one.
    await page.evaluate(async () => (await fetch('/healthz')).text())
  }
  await expect(page.getByText(texts.event.photoCount(4))).toBeVisible()
  expect(asked.filter((number) => number === 1)).toEqual([1])
})

// Specification: 2.91
test('the selection loads on, and selects all that is loaded @full', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  const posts = PAGE_SIZE * 4
  addManyPosts(orma, event, owner, posts)
  const answer = await holdRequests(page, '**/posts/2?*')
  await page.goto(`${path}/slideshow/select_img_slideshow`)
  const tiles = page.locator('main button[aria-pressed]')
  await expect(tiles.first()).toBeVisible()
  await tiles.last().scrollIntoViewIfNeeded()
  const spinner = page.getByRole('progressbar', { name: texts.feed.loadingMore })
  await expect(spinner).toBeVisible()
  answer()
  expect(await tiles.count()).toBeLessThan(posts)
  await expect(async () => {
    await tiles.last().scrollIntoViewIfNeeded()
    await expect(tiles).toHaveCount(posts, { timeout: 1_000 })
    // The empty page behind the last photo is asked for where that is near.
    await expect(spinner).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await page.getByLabel(texts.slideshow.selectAll).check()
  await expect(page.getByText(texts.slideshow.selected(posts))).toBeVisible()
})
