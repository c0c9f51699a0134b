import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { addPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { choose, expect, gallery, signIn, startParty, test, uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('settings show what is kept and free its room, list what waits, and turn the lights', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  // What fades in has less contrast until it is there.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addPosts(venue.client, event, owner, 2)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/upload`)
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

test('the focus on the button that frees room goes to the heading over it', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await page.goto('/settings')
  await page.getByRole('button', { name: texts.settings.freeSpace }).press('Enter')
  await expect(page.getByText(texts.settings.freed)).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.settings.onThisPhone })).toBeFocused()
})

test('settings that stayed open tell what another tab has kept meanwhile, once they are looked at again', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await signIn(context, venue, guest)
  const settings = await context.newPage()
  await settings.goto(`${venue.url}/settings`)
  await expect(settings.getByText(texts.settings.nothingCached)).toBeVisible()
  await visit(page, venue.url, event)
  await settings.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(settings.getByText(texts.settings.cached(1, 2))).toBeVisible()
})

test('everything on this phone is forgotten when that is asked for, but for the theme', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await signIn(context, venue, guest)
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
  await page.goto(`/${event.event_hash}`)
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
