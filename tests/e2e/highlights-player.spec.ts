import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import {
  canvas,
  difference,
  pauseButton,
  pauseInSecondPhoto,
  playButton,
  seenShare,
  shownPixels,
  weekend,
} from './film-fixtures.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

const { highlights } = texts
/** Between one frame and the next of a film that stands still nothing differs; between two photos, most. */
const CLEARLY = 12

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

const loading = (page: Page) => page.getByRole('status').filter({ hasText: texts.common.loading })

// Specification: 2.97, 2.99, 4.31, 4.33
test('a day’s photos play by themselves, round and round @full', async ({ page, orma }) => {
  const { film, images } = await weekend(orma)
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  await page.route(images[1] ?? '', async (route) => {
    await given
    await route.continue()
  })
  await page.goto(film)
  await expect(loading(page)).toBeVisible()
  const ring = page.getByRole('progressbar', { name: highlights.loading(2, 3) })
  await expect(ring).toHaveAttribute('aria-valuenow', '67')
  await expect(canvas(page)).toBeHidden()
  give()
  await expect(pauseButton(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nov 05, 2026' })).toBeAttached()
  const { width, height } = (await canvas(page).boundingBox()) ?? { width: 0, height: 0 }
  expect([Math.round(width), Math.round(height)]).toEqual([390, 844])
  const first = await shownPixels(page)
  await expect.poll(async () => difference(first, await shownPixels(page))).toBeGreaterThan(CLEARLY)
  await page.getByLabel(highlights.rate).selectOption('3')
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0.8)
  await expect.poll(() => seenShare(page)).toBeLessThan(0.5)
})

test('the film fills a phone’s window, however the phone is held @full', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  for (const [width, height] of [
    [844, 390],
    [360, 640],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(() => canvas(page).boundingBox())
      .toMatchObject({
        x: 0,
        y: 0,
        width: expect.closeTo(width, 0),
        height: expect.closeTo(height, 0),
      })
    const drawn = await canvas(page).evaluate(({ width: w, height: h }: HTMLCanvasElement) => w / h)
    expect(drawn).toBeCloseTo(width / height, 1)
  }
})

// Specification: 2.98, 2.99, 4.31, 4.33
test('a tap pauses the film and shows the play button', async ({ page, orma }) => {
  const { film, path } = await weekend(orma)
  await page.goto(film)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await pauseButton(page).tap()
  await expect(playButton(page)).toBeVisible()
  await expect(page.locator('.highlights-play')).toBeVisible()
  const stopped = await seenShare(page)
  expect(await violationsOf(page)).toEqual([])
  expect(await seenShare(page)).toBe(stopped)
  await playButton(page).tap()
  await expect(page.locator('.highlights-play')).toBeHidden()
  await expect.poll(() => seenShare(page)).not.toBe(stopped)
  // While it plays, what lies over it goes after some seconds.
  await pauseButton(page).tap()
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page).toHaveURL(path)
})

test('nothing moves for those who asked for stillness @full', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto(film)
  await expect(playButton(page)).toBeVisible()
  await page.clock.runFor(10_000)
  expect(await seenShare(page)).toBe(0)
  await playButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(pauseButton(page)).toBeVisible()
  // The second photo is whole after the fade in its first half second, and alone until it ends.
  await pauseInSecondPhoto(page)
  const inside = await shownPixels(page)
  const before = await seenShare(page)
  await page.clock.runFor(300)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(before)
  expect(difference(inside, await shownPixels(page))).toBe(0)
})

test('a film that nobody sees stands still @full', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (document.documentElement.dataset['unseen'] ? 'hidden' : 'visible'),
    })
  })
  await page.goto(film)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  const look = (isUnseen: boolean) =>
    page.evaluate((unseen) => {
      if (unseen) document.documentElement.dataset['unseen'] = 'true'
      else delete document.documentElement.dataset['unseen']
      document.dispatchEvent(new Event('visibilitychange'))
    }, isUnseen)
  await look(true)
  await expect(playButton(page)).toBeVisible()
  await look(false)
  await expect(pauseButton(page)).toBeVisible()
})
