import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })

test('a slideshow has the focus, and gives it back', async ({ page, guest, addPhotos, path }) => {
  await addPhotos(1, guest)
  await page.goto(`${path}/slideshow`)
  const start = page.getByRole('button', { name: texts.slideshow.start })
  await expect(start).toBeEnabled()
  await start.press('Enter')
  const slides = page.locator('main', { has: page.getByRole('figure') })
  await expect(slides).toBeFocused()
  await page.getByRole('button', { name: texts.slideshow.exit }).press('Enter')
  await expect(slides).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})
