import { watchAwake } from '../e2e/awake.ts'
import { pauseButton, playButton, weekend } from '../e2e/film-fixtures.ts'
import { expect, test } from '../e2e/fixtures.ts'

// Not in the headless shell, which lets no page keep the screen awake.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 }, hasTouch: true })

test('the screen is kept awake while the film plays, and no longer', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  const held = await watchAwake(page)
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(held).toBe(1)
  await pauseButton(page).tap()
  await expect(playButton(page)).toBeVisible()
  await expect.poll(held).toBe(0)
  await playButton(page).tap()
  await expect.poll(held).toBe(1)
  await page.locator('.header').getByRole('link').first().tap()
  await expect(page.locator('.highlights')).toHaveCount(0)
  await expect.poll(held).toBe(0)
})
