import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { addManyPosts } from '../support/many-posts.ts'
import {
  addPosts,
  changeCached,
  forgetChanges,
  keptBytes,
  keptIdAt,
  keptPosts,
  shownPosts,
  visit,
  whenPicturesShown,
} from '../e2e/offline-fixtures.ts'
import { expect, startParty, test, whenControlled } from '../e2e/venue-fixtures.ts'

/** What a page does to come up to date has begun by then. */
const QUIET_MS = 5000

test('R3: a feed that cannot be refreshed stays, with a word', async ({ page, venue }) => {
  const { event, owner } = await startParty(venue)
  const { event: other } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  venue.gateway.judge(({ path }) => (path.startsWith('/api/') ? { status: 500 } : 'pass'))
  await page.reload()
  await whenPicturesShown(page)
  // Someone comes back to the page: it asks for what is new.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(texts.offline.failed)).toBeVisible()
  expect(await shownPosts(page)).toHaveLength(2)
  await expect(page.getByText(texts.feed.failed)).toBeHidden()
  await page.goto(`/${other.event_hash}`)
  await expect(page.getByText(texts.event.loadFailed)).toBeVisible()
})

test('without signal the end of a feed is no error', async ({ page, venue }) => {
  const { event, owner } = await startParty(venue)
  addManyPosts(venue.orma, event, owner, 60)
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  await expect.poll(() => keptPosts(page, event.event_hash)).toBeGreaterThanOrEqual(24)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText(texts.offline.moreLater)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText(texts.feed.failed)).toBeHidden()
})

test('R5: a foreign or cut record goes alone, and the app starts', async ({ page, venue }) => {
  const { event, owner } = await startParty(venue)
  const posts = await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  await changeCached(page, 'posts', [event.event_hash, posts[1]?.id ?? 0], 'a cut record')
  await changeCached(page, 'ormas', event.event_hash, 'nonsense')
  venue.relay.set({ refuse: true })
  await page.reload()
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toEqual([posts[2]?.id, posts[0]?.id])
})

test('R8: an Orma kept to its fortieth page opens with at most three requests', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  addManyPosts(venue.orma, event, owner, 960)
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => keptPosts(page, event.event_hash), { timeout: 100 }).toBe(960)
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))

  const gone = await keptIdAt(page, event, 900)
  await page.close()
  for (const isLongAgo of [false, true]) {
    if (isLongAgo) {
      // What a device missed hours ago cannot be told one by one any more: all ids are asked for, and what is shown once more.
      const params = { event_hash: event.event_hash, post_id: gone }
      await venue.client.call(api.deletePost, { params, token: owner.token })
      forgetChanges(venue)
    }
    const again = await page.context().newPage()
    const before = venue.gateway.exchanges.length
    const calls = () =>
      venue.gateway.exchanges
        .slice(before)
        .filter(({ path }) => path.startsWith('/api/'))
        .map(({ path }) => path.split('/').slice(4).join('/'))
    await again.goto(`/${event.event_hash}`)
    await expect(again.locator('li[data-post]').first()).toBeVisible()
    await expect.poll(calls).toContain(isLongAgo ? 'post_ids' : 'live')
    if (isLongAgo) await expect.poll(() => keptPosts(again, event.event_hash)).toBe(959)
    // Until nothing more comes.
    const lastAsked = () => venue.gateway.exchanges.at(-1)?.startedAt ?? 0
    await expect.poll(() => Date.now() - lastAsked()).toBeGreaterThan(QUIET_MS)
    expect(calls().length, calls().join(' ')).toBeLessThanOrEqual(isLongAgo ? 6 : 3)
    await again.close()
  }
})

test('R10: of 25 visited Ormas the last 20 open without a network', async ({ page, venue }) => {
  test.setTimeout(600_000)
  const events: Event[] = []
  // An account makes fewer in a day.
  for (let account = 0; account < 5; account += 1) {
    const owner = await venue.client.signUp('Otto')
    for (let n = 0; n < 5; n += 1) events.push(await venue.client.createOrma(owner))
    for (const each of events.slice(-5)) await addPosts(venue.client, each, owner, 1)
  }
  for (const each of events) await visit(page, venue.url, each)
  venue.relay.set({ refuse: true })
  for (const [at, { event_hash }] of events.entries()) {
    await page.goto(`/${event_hash}`)
    if (at < 5) await expect(page.getByText(texts.event.loadFailed)).toBeVisible()
    else await whenPicturesShown(page)
  }
  const names = await page.evaluate(() => caches.keys())
  expect(names.filter((name) => /^orma-images\/./.test(name))).toHaveLength(20)
  const sizes = await Promise.all(events.map(({ event_hash }) => keptBytes(page, event_hash)))
  const { quota = 0 } = await page.evaluate(() => navigator.storage.estimate())
  const sum = sizes.reduce((all, bytes) => all + bytes, 0)
  expect(sum).toBeLessThanOrEqual(Math.min(200_000_000, quota * 0.2))
  expect(sizes.map((bytes) => bytes > 0)).toEqual(events.map((_event, at) => at >= 5))
})
