import type { Page } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { violationsOf } from './axe.ts'
import { downloadOrma, openDownload, whenPhotoShown } from './download-fixtures.ts'
import { addPosts, expectForgotten, keptPosts, visit } from './offline-fixtures.ts'
import { deleteOrma } from './owner-acts.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('an Orma that is kept opens whole without a network, photos and all, and can be let go', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const posts = await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^3 photos, about [\d.]+ (k|M)B/)).toBeVisible()
  expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()

  venue.relay.set({ refuse: true })
  for (const { id } of posts) {
    await page.goto(`/${event.event_hash}/post/${id}`)
    await whenPhotoShown(page, id)
  }
  await page.goto('/settings')
  await expect(page.getByText(texts.settings.staysHere)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.settings.freeSpace })).toBeHidden()

  await page.goto(`/${event.event_hash}`)
  await page.getByRole('button', { name: texts.common.menu }).click()
  venue.heal()
  await page.getByRole('button', { name: texts.menu.download }).click()
  await dialog.getByRole('button', { name: texts.download.letGo }).click()
  await expect(dialog.getByRole('button', { name: texts.download.start })).toBeVisible()
})

test('what was on its way of an Orma that is being kept does not come any more once it is deleted @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  const picture = Promise.withResolvers<void>()
  const isIt = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.endsWith('/full.jpg')
  venue.gateway.judge((request) => (isIt(request) ? { hold: () => picture.promise } : 'pass'))
  const asked = () => venue.gateway.exchanges.findLast(isIt)
  const dialog = await openDownload(page)
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect.poll(asked).toBeDefined()
  await deleteOrma(venue, event, owner)
  await expectForgotten(page, event)
  picture.resolve()
  await expect.poll(() => asked()?.endedAt).toBeDefined()
  // Whatever came has been dealt with by then.
  await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()))
  await expectForgotten(page, event)
})

test('an Orma that is kept stays whole: what comes while it is looked at is fetched, and what came before, wherever in the feed @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await downloadOrma(page)
  const seen = await addPosts(venue.client, event, owner, 1)
  await expect.poll(() => areWhole(page, seen)).toBe(true)

  await page.goto('/settings')
  const early = await addPosts(venue.client, event, owner, 1)
  // More pages of the feed than are loaded by themselves: these have no pictures.
  addManyPosts(venue.orma, event, owner, 60)
  const late = await addPosts(venue.client, event, owner, 1)
  await page.goto(`/${event.event_hash}`)
  await expect.poll(() => areWhole(page, [...early, ...late])).toBe(true)
  await expect.poll(() => keptPosts(page, event.event_hash)).toBe(64)

  venue.relay.set({ refuse: true })
  for (const { id } of [...seen, ...early, ...late]) {
    await page.goto(`/${event.event_hash}/post/${id}`)
    await whenPhotoShown(page, id)
  }
})

/** Whether the pictures of these posts lie on the device in both sizes. */
function areWhole(page: Page, posts: readonly Post[]): Promise<boolean> {
  const urls = posts.flatMap(({ compressed_url, image_url }) => [compressed_url, image_url])
  return page.evaluate(async (addresses) => {
    const found = await Promise.all(addresses.map((url) => caches.match(url ?? '')))
    return found.every(Boolean)
  }, urls)
}
