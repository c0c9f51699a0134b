import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 320, height: 640 } })

test('the page of the API is readable on a small phone, and leads to calls @full', async ({
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
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, { within: '#uploadPhoto' })).toEqual([])
})
