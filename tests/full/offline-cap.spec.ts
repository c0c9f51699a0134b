import type { Page } from '@playwright/test'
import { downloadOrma, whenPhotoShown } from '../e2e/download-fixtures.ts'
import {
  addPosts,
  keptBytes,
  shownPosts,
  visit,
  whenPicturesShown,
} from '../e2e/offline-fixtures.ts'
import { expect, startParty, test } from '../e2e/venue-fixtures.ts'
import type { Venue } from '../support/venue.ts'
import type { Event } from '../../contract/entities.ts'

/** Of what the browser offers, pictures may take this share. */
const SHARE = 0.2
const EACH = 3

test('over the limit whole Ormas lose their pictures, least recently visited first', async ({
  page,
  venue,
}) => {
  const events = await startOrmas(venue, 6)
  const each = await bytesElsewhere(page, venue, events[0])
  // Room for the pictures of three, and some more.
  await offer(page, (each * 3.5) / SHARE)
  for (const event of events) await visit(page, venue.url, event)
  await expect.poll(() => bytesOf(page, events)).toEqual([0, 0, 0, each, each, each])
  // Visited anew, it is the last one to leave.
  await visit(page, venue.url, events[3] as Event)
  await visit(page, venue.url, events[0])
  await expect.poll(() => bytesOf(page, events)).toEqual([each, 0, 0, each, 0, each])

  venue.relay.set({ refuse: true })
  for (const at of [0, 3, 5]) {
    await page.goto(`/${events[at]?.event_hash}`)
    await whenPicturesShown(page)
    expect(await shownPosts(page)).toHaveLength(EACH)
  }
})

test('an Orma that is kept whole stays, and others give way to it', async ({ page, venue }) => {
  const [kept, first, second] = await startOrmas(venue, 3)
  const thumbs = await bytesElsewhere(page, venue, first)
  await offer(page, (thumbs * 2.5) / SHARE)
  await visit(page, venue.url, first)
  await visit(page, venue.url, kept)
  await downloadOrma(page)
  await expect.poll(() => keptBytes(page, first.event_hash)).toBe(0)
  const whole = await keptBytes(page, kept.event_hash)
  expect(whole).toBeGreaterThan(thumbs * 2.5)
  await visit(page, venue.url, second)
  await visit(page, venue.url, first)
  await expect.poll(() => bytesOf(page, [kept, second, first])).toEqual([whole, 0, thumbs])
})

test('an Orma that alone exceeds the limit loses large pictures first', async ({ page, venue }) => {
  const [event] = await startOrmas(venue, 1)
  const thumbs = await bytesElsewhere(page, venue, event)
  const allowance = thumbs * 1.5
  await offer(page, allowance / SHARE)
  await visit(page, venue.url, event)
  for (const id of await shownPosts(page)) {
    await page.goto(`/${event.event_hash}/post/${id}`)
    await whenPhotoShown(page, id)
    await expect.poll(() => keptBytes(page, event.event_hash)).toBeLessThanOrEqual(allowance)
  }
  expect(await keptBytes(page, event.event_hash)).toBeGreaterThanOrEqual(thumbs)
  venue.relay.set({ refuse: true })
  await page.goto(`/${event.event_hash}`)
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toHaveLength(EACH)
})

/** Ormas of one owner with as many and the same pictures. */
async function startOrmas(venue: Venue, count: number): Promise<[Event, Event, Event, ...Event[]]> {
  const { event, owner } = await startParty(venue)
  const events = [event]
  while (events.length < count) events.push(await venue.client.createOrma(owner))
  for (const each of events) await addPosts(venue.client, each, owner, EACH)
  return events as [Event, Event, Event, ...Event[]]
}

/** What the pictures of an Orma take on another device. */
async function bytesElsewhere(page: Page, venue: Venue, event: Event): Promise<number> {
  const elsewhere = await page.context().browser()?.newContext()
  const other = await elsewhere?.newPage()
  if (!elsewhere || !other) throw new Error('this browser has but one profile')
  await visit(other, venue.url, event)
  const bytes = await keptBytes(other, event.event_hash)
  await elsewhere.close()
  return bytes
}

/** What a full device would say to page and worker; Chromium itself says the same on all, so as not to tell them apart. */
async function offer(page: Page, quota: number): Promise<void> {
  const estimate = (bytes: number) => {
    navigator.storage.estimate = () => Promise.resolve({ quota: bytes, usage: 0 })
  }
  page.context().on('serviceworker', (worker) => void worker.evaluate(estimate, quota))
  await page.addInitScript(estimate, quota)
}

function bytesOf(page: Page, events: readonly Event[]): Promise<number[]> {
  return Promise.all(events.map(({ event_hash }) => keptBytes(page, event_hash)))
}
