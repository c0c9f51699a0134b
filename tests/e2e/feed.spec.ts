import type { Page } from '@playwright/test'
import { POLL_ATTEMPTS, POLL_INTERVAL_MS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { isRed } from '../support/is-red.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'
import { enter, expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 } })

/** The tile at the upper third of the window, and where it is. */
async function tileInView(page: Page): Promise<{ id: string; top: number }> {
  return page.evaluate(() => {
    const tiles = [...document.querySelectorAll<HTMLElement>('li[data-post]')]
    const tile = tiles.find((candidate) => candidate.getBoundingClientRect().top > 150)
    return { id: tile?.dataset['post'] ?? '', top: tile?.getBoundingClientRect().top ?? 0 }
  })
}

const topOf = (page: Page, id: string) =>
  page
    .locator(`li[data-post="${id}"]`)
    .evaluate((tile) => Math.round(tile.getBoundingClientRect().top))

/** Scrolls down as a person does until the feed has loaded at least so many pixels more. */
async function scrollDown(page: Page, pixels: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 900)
      return page.evaluate(() => scrollY)
    })
    .toBeGreaterThan(pixels)
  // The wheel's last turn has come to rest when two looks show the same.
  let last = -1
  await expect
    .poll(async () => {
      const before = last
      last = await page.evaluate(() => scrollY)
      return last === before
    })
    .toBe(true)
}

// Specification: 2.51, 2.79, 3.19, 9.21, 9.24
test('a feed of 2,000 posts keeps few in the page, and its place @full', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 2000)
  await page.goto(path)

  await scrollDown(page, 6000)
  expect(await page.locator('*').count()).toBeLessThan(600)

  const left = await tileInView(page)
  await page.locator(`li[data-post="${left.id}"] a`).click()
  await expect(page.getByRole('article').first()).toHaveAttribute('data-post', left.id)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect.poll(() => topOf(page, left.id)).toBe(Math.round(left.top))

  await page.reload()
  await expect.poll(() => topOf(page, left.id)).toBe(Math.round(left.top))
})

test('photos scrolled past before they came are given up @full', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 200)
  const givenUp: string[] = []
  page.on('requestfailed', (request) => givenUp.push(new URL(request.url()).pathname))
  // Photos that never come.
  await page.route('**/thumb.webp', () => undefined)
  await page.goto(path)
  // Those in front are also loaded by the first look.
  const passed = await page.locator('li[data-post] img[loading=lazy]').first().getAttribute('src')
  await scrollDown(page, 3000)
  await expect.poll(() => givenUp).toContain(passed)
  const shown = await page
    .locator('li[data-post] img')
    .evaluateAll((photos) => photos.map((photo) => photo.getAttribute('src')))
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((src) => givenUp.includes(src ?? ''))).toEqual([])
})

// Specification: 4.11
test('new posts join at the top, or wait behind a button', async ({
  page,
  orma,
  client,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 60)
  await page.goto(path)
  await expect(page.locator('li[data-post]').first()).toBeVisible()
  // What the browser does when a page comes into view again, for which a test would have to wait.
  const lookAgain = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const addPost = async (seed: number) => {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, seed })
    return (await client.addPhoto(event, owner, photo)).id
  }

  const first = await addPost(1)
  await lookAgain()
  await expect(page.locator(`li[data-post="${first}"]`)).toHaveAttribute('aria-posinset', '1')

  await scrollDown(page, 1000)
  const seen = await tileInView(page)
  const second = await addPost(2)
  await lookAgain()
  const button = page.getByRole('button', { name: texts.event.newPosts(1) })
  await expect(button).toBeVisible()
  expect(await topOf(page, seen.id)).toBe(Math.round(seen.top))

  await button.click()
  await expect(page.locator(`li[data-post="${second}"]`)).toHaveAttribute('aria-posinset', '1')
  await expect(button).toBeHidden()
})

// Specification: 4.18, 9.10
test('the author’s own posts are asked for every 10 s, 5 times', async ({
  page,
  context,
  orma,
  event,
  guest,
  path,
}) => {
  // Not of the owner, who goes on asking for others’ posts.
  addManyPosts(orma, event, guest, 1, 'READYFORPROCESSING')
  await enter(context, guest)
  // What is told live ends it sooner.
  await page.route('**/live', (route) => route.fulfill({ status: 503 }))
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByRole('img', { name: texts.feed.processing })).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/pending_posts')) asked += 1
  })
  const passTenSeconds = async () => {
    await page.clock.runFor(POLL_INTERVAL_MS)
    await page.evaluate(async () => (await fetch('/healthz')).text())
    return asked
  }
  expect(await passTenSeconds()).toBeLessThanOrEqual(1)
  await expect.poll(passTenSeconds).toBe(POLL_ATTEMPTS)
  for (const _time of [1, 2, 3]) expect(await passTenSeconds()).toBe(POLL_ATTEMPTS)
  await expect(page.getByRole('img', { name: texts.feed.processing })).toBeVisible()
})

// Specification: 2.60, 4.16
test('the author’s unfinished posts stand in front with their state', async ({
  page,
  context,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 3)
  addManyPosts(orma, event, owner, 1, 'FAILEDPROCESSING')
  addManyPosts(orma, event, owner, 1, 'READYFORPROCESSING')
  const tile = page.locator('li[data-post]')
  await page.goto(path)
  await expect(tile).toHaveCount(3)

  await enter(context, owner)
  await page.reload()
  await expect(tile).toHaveCount(5)
  const isSpinning = page.getByRole('img', { name: texts.feed.processing })
  const hasFailed = page.getByRole('img', { name: texts.feed.processingFailed })
  await expect(tile.nth(0).or(tile.nth(1)).filter({ has: isSpinning })).toHaveCount(1)
  await expect(tile.nth(0).or(tile.nth(1)).filter({ has: hasFailed })).toHaveCount(1)
  await expect(isSpinning.locator('.spinner')).not.toHaveCSS('animation-name', 'none')
  expect(await isRed(hasFailed.locator('svg'))).toBe(true)
})

test('who scrolls through a hundred posts is never taken back @full', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 100)
  await page.goto(path)
  await page.locator('li[data-post] a').first().click()
  const posts = page.getByRole('article')
  await expect(posts.first()).toBeVisible()
  const places = [0]
  while ((await posts.count()) < 100) {
    const [before, after] = await page.evaluate(() => {
      const from = scrollY
      scrollBy({ top: innerHeight, behavior: 'instant' })
      return [from, scrollY]
    })
    expect(before).toBe(places.at(-1))
    places.push(after)
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))))
  }
  expect(places.length).toBeGreaterThan(20)
})
