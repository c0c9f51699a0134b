import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { addPosts } from './offline-fixtures.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } })

const tiles = (page: Page) => page.locator('main button[aria-pressed]')

const shown = (page: Page) =>
  tiles(page).evaluateAll((all) => all.map((tile) => tile.querySelector('img')?.src))

test('photos that come while those of a slideshow are chosen stand at the end, and move none under the mouse', async ({
  page,
  venue,
}) => {
  const { event, guest } = await startParty(venue)
  await addPosts(venue.client, event, guest, 3)
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(`/${event.event_hash}/slideshow/select_img_slideshow`)
  await live
  await expect(tiles(page)).toHaveCount(3)
  const before = await shown(page)
  await tiles(page).first().click()
  await addPosts(venue.client, event, guest, 1)
  await expect(tiles(page)).toHaveCount(4)
  expect((await shown(page)).slice(0, 3)).toEqual(before)
  await expect(tiles(page).first()).toHaveAttribute('aria-pressed', 'true')
})

test('the focus on the button that gives a choice up goes to the page, as the button goes', async ({
  page,
  venue,
}) => {
  const { event, guest } = await startParty(venue)
  await addPosts(venue.client, event, guest, 2)
  await page.goto(`/${event.event_hash}/slideshow/select_img_slideshow`)
  await tiles(page).first().click()
  await expect(tiles(page).first()).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/${event.event_hash}/slideshow`)
  const showAll = page.getByRole('button', { name: texts.slideshow.showAll })
  await showAll.press('Enter')
  await expect(showAll).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test('a slideshow has the focus from its start, and the page before it once it is left', async ({
  page,
  venue,
}) => {
  const { event, guest } = await startParty(venue)
  await addPosts(venue.client, event, guest, 1)
  await page.goto(`/${event.event_hash}/slideshow`)
  const start = page.getByRole('button', { name: texts.slideshow.start })
  await expect(start).toBeEnabled()
  await start.press('Enter')
  const slides = page.locator('main', { has: page.getByRole('figure') })
  await expect(slides).toBeFocused()
  await page.getByRole('button', { name: texts.slideshow.exit }).press('Enter')
  await expect(slides).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})
