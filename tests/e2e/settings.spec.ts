import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { visit, whenPicturesShown } from './offline-fixtures.ts'
import { choose, expect, gallery, test, uploadNow } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest' })

// Specification: 2.12
test('settings show what is kept, what waits, and the theme', async ({
  page,
  venue,
  event,
  addPhotos,
  path,
}) => {
  // What fades in has less contrast until it is there.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addPhotos(2)
  await visit(page, venue.url, event)
  await page.goto(`${path}/upload`)
  venue.relay.set({ refuse: true })
  await choose(page, await gallery(1))
  await uploadNow(page)
  await page.goto('/settings')
  await expect(page.getByText(texts.settings.cached(1, 2))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Discard/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel(texts.settings.dark).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: texts.settings.freeSpace }).click()
  await expect(page.getByText(texts.settings.cached(1, 0))).toBeVisible()
  expect(await picturesKept(page)).toBe(0)
})

// Specification: 4.6
test('everything but the theme is forgotten when asked', async ({
  page,
  venue,
  event,
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  await visit(page, venue.url, event)
  await page.goto('/settings')
  await page.getByLabel(texts.settings.dark).check()
  await page.getByRole('button', { name: texts.settings.forgetAll }).click()
  await page.getByRole('button', { name: texts.settings.forget, exact: true }).click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  expect(await picturesKept(page)).toBe(0)
  venue.relay.set({ refuse: true })
  await page.goto(path)
  await expect(page.getByText(texts.event.loadFailed)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  venue.heal()
  await page.getByRole('button', { name: texts.common.retry }).click()
  await whenPicturesShown(page)
})

function picturesKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('orma-images/'))
    const counts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
}
