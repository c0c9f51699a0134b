import type { Page } from '@playwright/test'
import type { Event } from '../../contract/entities.ts'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { pauseButton, seenShare, weekend } from './film-fixtures.ts'
import { keptContents, visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 }, hasTouch: true })

test('a day’s film that was opened plays again without a network @full', async ({
  page,
  venue,
  orma,
}) => {
  const { event } = await weekend(orma)
  await visit(page, venue.url, event)
  await page.getByRole('link', { name: texts.event.highlights }).click()
  const card = page.getByRole('list', { name: texts.event.highlights }).getByRole('link').first()
  await card.click()
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await expect.poll(() => isFilmKept(page, event)).toBe(true)
  venue.relay.set({ refuse: true })
  await page.context().setOffline(true)
  await page.reload()
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await expect(page.locator('.highlights-controls')).toContainText(texts.event.photoCount(3))
  await page.goto(`/${event.event_hash}#${DEFAULT_PRODUCT.slug}`)
  await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
})

test('highlights that were never opened say offline that there is no connection', async ({
  page,
  venue,
  orma,
}) => {
  const { event, path } = await weekend(orma)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await page.context().setOffline(true)
  for (const open of [
    () => page.getByRole('link', { name: texts.event.highlights }).click(),
    () => page.goto(`${path}/highlights/2026-11-05`),
  ]) {
    await open()
    await expect(page.getByText(texts.offline.offline).first()).toBeVisible()
    await expect(page.getByText(texts.highlights.unexpected)).toBeHidden()
  }
})

/** Whether the player's script and what the film shows lie on this device. */
async function isFilmKept(page: Page, { event_hash }: Event): Promise<boolean> {
  const keys = (await keptContents(page)).map(({ key }) => String(key))
  const isTold = ['film', 'highlight'].every((part) =>
    keys.some((key) => key.startsWith(`events,${event_hash},${part},`)),
  )
  const areFilesHere = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = loaded.filter((name) => /\/film-stage-|\/media\//.test(name))
    const found = await Promise.all(files.map((name) => caches.match(name)))
    return files.length > 3 && found.every(Boolean)
  })
  return isTold && areFilesHere
}
