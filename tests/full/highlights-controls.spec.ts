import type { Page } from '@playwright/test'
import { PLAYER } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import {
  controls,
  noteFirst,
  TICK_MS,
  pauseButton,
  playButton,
  seenShare,
  weekend,
} from '../e2e/film-fixtures.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from '../e2e/fixtures.ts'

const { highlights } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

// Specification: 4.34, 9.18
test('controls go 2 s after the start, 3 s after the pointer', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  const begun = await noteFirst(page, '.highlights-controls')
  const hidden = await noteFirst(page, '.highlights-controls[data-hidden]')
  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await page.clock.runFor(PLAYER.controlsMs)
  await expect(controls(page)).toHaveAttribute('data-hidden')
  expect((await hidden()) - (await begun())).toBeGreaterThanOrEqual(PLAYER.controlsMs - TICK_MS)
  await expect(page.locator('.header')).toHaveCSS('opacity', '0')
  await page.mouse.move(100, 300)
  await page.mouse.move(120, 300)
  await expect(controls(page)).not.toHaveAttribute('data-hidden')
  await page.clock.runFor(PLAYER.idleMs - 100)
  await expect(controls(page)).not.toHaveAttribute('data-hidden')
  await page.clock.runFor(200)
  await expect(controls(page)).toHaveAttribute('data-hidden')
  await pauseButton(page).tap()
  await expect(playButton(page)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(controls(page)).not.toHaveAttribute('data-hidden')
})

// Specification: 9.18
test('a click pauses after 200 ms; two fill the screen', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.mouse.dblclick(195, 300)
  await expect.poll(isFull).toBe(true)
  await page.clock.runFor(PLAYER.doubleClickMs * 2)
  await expect(pauseButton(page)).toBeVisible()
  await page.mouse.click(195, 300)
  await page.clock.runFor(PLAYER.doubleClickMs - 50)
  await expect(pauseButton(page)).toBeVisible()
  await page.clock.runFor(100)
  await expect(playButton(page)).toBeVisible()
})

// Specification: 9.18
test('the film plays at any of the specified speeds', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.goto(film)
  const options = page.getByLabel(highlights.rate).getByRole('option')
  const rates = [0.5, 0.8, 1, 1.2, 1.5, 1.8, 2, 2.5, 3]
  await expect(options).toHaveText(rates.map((rate) => `${rate}×`))
  const normal = await speedOf(page)
  for (const [rate, least, most] of [
    [3, 1.6, 6],
    [0.5, 0.2, 0.8],
  ] as const) {
    await page.getByLabel(highlights.rate).selectOption(String(rate))
    await expect(async () => {
      const times = (await speedOf(page)) / normal
      expect(times).toBeGreaterThan(least)
      expect(times).toBeLessThan(most)
    }).toPass()
  }
})

// Specification: 9.18
test('music is as loud as it was last on this device', async ({ page, orma }) => {
  const { film, setMusic } = await weekend(orma)
  await setMusic('calm')
  await page.goto(film)
  const sound = page.getByRole('button', { name: highlights.sound })
  const volume = page.getByRole('slider', { name: highlights.volume })
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await expect(volume).toBeHidden()
  await sound.tap()
  await expect(volume).toHaveValue('1')
  await volume.fill('0.4')
  await page.reload()
  await sound.tap()
  await expect(volume).toHaveValue('0.4')
  await page.evaluate(() => localStorage.setItem('volume', 'loud'))
  await page.reload()
  await sound.tap()
  await expect(volume).toHaveValue('1')
})

test('a tap where a hidden control lies pauses the film', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  for (const control of [page.getByLabel(highlights.rate), back(page)]) {
    await page.goto(film)
    await expect(controls(page)).toHaveAttribute('data-hidden')
    const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {}
    const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
    await tap()
    await expect(playButton(page)).toBeVisible()
    await expect(page).toHaveURL(film)
    await expect(control).not.toBeFocused()
    await tap()
    await expect(playButton(page).and(page.locator(':focus'))).toHaveCount(0)
  }
  await expect(page).not.toHaveURL(film)
})

test('where the device sets the volume there is no slider', async ({ page, orma }) => {
  const { film, setMusic } = await weekend(orma)
  await setMusic('calm')
  // As iOS: what is set can be read for a moment, and is then 1 as before.
  await page.addInitScript(() => {
    let volume = 1
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', {
      get: () => volume,
      set: (wanted: number) => {
        volume = wanted
        queueMicrotask(() => (volume = 1))
      },
    })
  })
  await page.goto(film)
  const sound = page.getByRole('button', { name: highlights.sound })
  // One that comes once the controls have gone shows them again.
  await expect(async () => {
    await sound.tap()
    await expect(sound).toHaveAttribute('aria-pressed', 'true')
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('slider', { name: highlights.volume })).toHaveCount(0)
})

const back = (page: Page) => page.locator('.header').getByRole('link').first()

/** How much of the film is seen in a second of its playing. */
async function speedOf(page: Page): Promise<number> {
  const look = async () => ({ share: await seenShare(page), at: Date.now() })
  let before = await look()
  let after = before
  await expect
    .poll(async () => {
      after = await look()
      // Round again.
      if (after.share < before.share) before = after
      return after.share - before.share
    })
    .toBeGreaterThan(0.2)
  return ((after.share - before.share) / (after.at - before.at)) * 1000
}
