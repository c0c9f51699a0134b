import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { deletePost, openDeepFeed, reopenOffline, scrollToEnd } from './deep-feed.ts'
import {
  addPosts,
  forgetChanges,
  keptIdAt,
  keptPosts,
  readCached,
  shownPosts,
  visit,
  whenPicturesShown,
} from './offline-fixtures.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** R9's own number is 10 s from when the network is back, for all of it; a machine that has other work gets longer. */
const SOON = { timeout: process.env['ORMA_TEST_FULL'] === '1' ? 10_000 : 30_000, intervals: [100] }

test('R9: a post deleted while a guest is offline goes from feed, view and device when the network is back', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const posts = await addPosts(venue.client, event, owner, 3)
  const [, gone] = posts
  await visit(page, venue.url, event)
  const view = await context.newPage()
  await view.goto(`/${event.event_hash}/post/${gone?.id}`)
  await expect(view.locator(`article[data-post="${gone?.id}"]`)).toBeVisible()
  await expect.poll(() => isKeptPicture(view, gone?.image_url ?? '')).toBe(true)
  venue.relay.set({ refuse: true })
  await page.reload()
  await view.reload()
  await whenPicturesShown(page)
  await expect(view.locator(`article[data-post="${gone?.id}"]`)).toBeVisible()

  const params = { event_hash: event.event_hash, post_id: gone?.id ?? 0 }
  await venue.client.call(api.deletePost, { params, token: owner.token })
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

test('R9: deep in a feed seen without a network, a post deleted meanwhile goes when it is back @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await openDeepFeed(page, venue)
  await reopenOffline(page, venue)
  await scrollToEnd(page, 60)
  const last = (await shownPosts(page)).at(-3) ?? 0
  await deletePost(venue, { event, owner }, last)
  venue.heal()
  await expect(async () => {
    expect(await page.locator(`li[data-post="${last}"]`).count()).toBe(0)
    expect(await keptPosts(page, event.event_hash)).toBe(59)
  }).toPass(SOON)
})

test('R9: deep in a feed that nobody scrolls to, a post that was deleted too long ago to be told of goes as well, with its picture @full', async ({
  page,
  venue,
}) => {
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

test('a post deleted while an older page of the feed is on its way does not come back with it @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await openDeepFeed(page, venue)
  await reopenOffline(page, venue)
  await scrollToEnd(page, 60)
  const tile = page.locator('li[data-post][aria-posinset="46"]')
  const gone = Number(await tile.getAttribute('data-post'))
  const cursors = [await keptIdAt(page, event, 23), await keptIdAt(page, event, 47)]
  const [first, second] = cursors.map((id) => `?after=${id}`)
  const held = holdAnswers(venue, ({ search }) => search === first)
  venue.relay.heal()
  await held.whenGiven
  await deletePost(venue, { event, owner }, gone)
  await expect(page.locator(`li[data-post="${gone}"]`)).toHaveCount(0)
  const before = venue.gateway.exchanges.length
  held.letGo()
  // The page after it is asked for once this one has its place.
  const next = () => venue.gateway.exchanges.slice(before).find(({ search }) => search === second)
  await expect.poll(() => next()?.status).toBe(200)
  await expect.poll(() => keptPosts(page, event.event_hash)).toBe(59)
  await reopenOffline(page, venue)
  await scrollToEnd(page, 59)
  await expect(page.locator(`li[data-post="${gone}"]`)).toHaveCount(0)
})

/** Holds the answer to the next such request back once the server has given it. */
function holdAnswers(
  { gateway }: Venue,
  isIt: (request: { path: string; search: string }) => boolean,
) {
  const given = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  let isHeld = false
  gateway.judge((request) => {
    if (isHeld || !isIt(request)) return 'pass'
    isHeld = true
    return {
      hold: () => {
        given.resolve()
        return free.promise
      },
    }
  })
  return { whenGiven: given.promise, letGo: free.resolve }
}

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
