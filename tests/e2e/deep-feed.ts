import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { Venue } from '../support/venue.ts'
import { keptPosts, readCached, shownPosts } from './offline-fixtures.ts'
import { expect, startParty, whenControlled } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

/** An Orma of 60 photos in a page that has seen, and kept, all of them. */
export async function openDeepFeed(page: Page, venue: Venue): Promise<Party> {
  const party = await startParty(venue)
  addManyPosts(venue.orma, party.event, party.owner, 60)
  await page.goto(`/${party.event.event_hash}`)
  await whenControlled(page)
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => keptPosts(page, party.event.event_hash), { timeout: 100 }).toBe(60)
  }).toPass()
  // The number of the last news that was heard is written down a little later.
  const note = () => readCached(page, 'ormas', party.event.event_hash)
  await expect.poll(note).toMatchObject({ liveId: expect.any(String) })
  return party
}

/** Loads the page anew at its top, from what the device has. */
export async function reopenOffline(page: Page, venue: Venue): Promise<void> {
  venue.relay.set({ refuse: true })
  await page.evaluate(() => scrollTo(0, 0))
  await page.reload()
  await expect(page.locator('li[data-post]').first()).toBeVisible()
}

export async function scrollToEnd(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect((await shownPosts(page)).length).toBeGreaterThan(0)
    const last = page.locator('li[data-post]').last()
    expect(await last.getAttribute('aria-posinset')).toBe(String(count))
  }).toPass()
}

export async function deletePost(
  { client }: Venue,
  { event, owner }: Pick<Party, 'event' | 'owner'>,
  post_id: number,
): Promise<void> {
  const params = { event_hash: event.event_hash, post_id }
  await client.call(api.deletePost, { params, token: owner.token })
}
