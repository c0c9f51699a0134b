import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { deletePost, openDeepFeed, reopenOffline } from './deep-feed.ts'
import {
  forgetChanges,
  keptPosts,
  readCached,
  shownPosts,
  visit,
  whenPicturesShown,
} from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** R9's own number is 10 s from when the network is back, for all of it; a machine that has other work gets longer. */
const SOON = { timeout: process.env['ORMA_TEST_FULL'] === '1' ? 10_000 : 30_000, intervals: [100] }

test('R9: a post deleted meanwhile goes from feed, view and device', async ({
  page,
  context,
  venue,
  event,
  owner,
  addPhotos,
  client,
  path,
}) => {
  const posts = await addPhotos(3)
  const [, gone] = posts
  await visit(page, venue.url, event)
  const view = await context.newPage()
  await view.goto(`${path}/post/${gone?.id}`)
  await expect(view.locator(`article[data-post="${gone?.id}"]`)).toBeVisible()
  await expect.poll(() => isKeptPicture(view, gone?.image_url ?? '')).toBe(true)
  venue.relay.set({ refuse: true })
  await page.reload()
  await view.reload()
  await whenPicturesShown(page)
  await expect(view.locator(`article[data-post="${gone?.id}"]`)).toBeVisible()

  const params = { event_hash: event.event_hash, post_id: gone?.id ?? 0 }
  await client.call(api.deletePost, { params, token: owner.token })
  venue.heal()
  await expect(async () => {
    expect(await shownPosts(page)).toEqual([posts[2]?.id, posts[0]?.id])
    expect(await view.locator(`article[data-post="${gone?.id}"]`).count()).toBe(0)
    for (const url of [gone?.compressed_url, gone?.image_url]) {
      expect(await isKeptPicture(page, url ?? '')).toBe(false)
    }
    expect(await keptPosts(page, event.event_hash)).toBe(2)
  }).toPass(SOON)
})

test('R9: a post deleted long ago goes, deep in a feed @full', async ({ page, venue }) => {
  const { event, owner } = await openDeepFeed(page, venue)
  const gone = (await shownPosts(page)).at(-3) ?? 0
  const picture = await keepPicture(page, event, gone)
  await reopenOffline(page, venue)
  await deletePost(venue, { event, owner }, gone)
  forgetChanges(venue)
  const before = venue.gateway.exchanges.length
  venue.heal()
  await expect(async () => {
    expect(await keptPosts(page, event.event_hash)).toBe(59)
    expect(await isKeptPicture(page, picture)).toBe(false)
  }).toPass(SOON)
  const calls = venue.gateway.exchanges.slice(before).map(({ path }) => path)
  expect(calls.filter((path) => path.endsWith('/post_ids'))).toHaveLength(1)
  // Nobody has scrolled to where it was.
  expect(await page.locator('li[data-post]').last().getAttribute('aria-setsize')).toBe('-1')
})

/** Puts a picture where the device keeps that of a post; gives its address. */
async function keepPicture(page: Page, event: Event, post_id: number): Promise<string> {
  const post = await readCached(page, 'posts', [event.event_hash, post_id])
  const url = (post as { data: { compressed_url: string } }).data.compressed_url
  await page.evaluate(
    async ([name, address]) => (await caches.open(name)).put(address, new Response('picture')),
    [`orma-images/${event.event_hash}`, url] as const,
  )
  return url
}

function isKeptPicture(page: Page, url: string): Promise<boolean> {
  return page.evaluate(async (address) => Boolean(await caches.match(address)), url)
}
