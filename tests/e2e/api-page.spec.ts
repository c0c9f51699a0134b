import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

const LOOKS = [
  {
    name: 'on a small phone in light',
    viewport: { width: 320, height: 640 },
    colorScheme: 'light',
  },
  {
    name: 'on a desktop in dark @full',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  },
] as const

for (const { name, ...look } of LOOKS) {
  test.describe(`the page of the API, ${name},`, () => {
    test.use(look)

    test('can be read by everybody, leads to each call, and stays within the screen', async ({
      page,
    }) => {
      await page.goto('/api')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The API')
      await page.getByRole('link', { name: 'Upload a photo' }).first().click()
      await expect(page).toHaveURL(/#uploadPhoto$/)
      await expect(page.locator('#uploadPhoto h3')).toBeInViewport()
      await expect(page.locator('#uploadPhoto')).toContainText('/api/events/{event_hash}/upload')
      await page.locator('#uploadPhoto').getByRole('link', { name: 'Post' }).first().click()
      await expect(page.locator('#Post h3')).toBeInViewport()
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(overflow).toBe(0)
      expect(await violationsOf(page)).toEqual([])
    })
  })
}
