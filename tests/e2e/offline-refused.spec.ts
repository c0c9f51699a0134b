import type { BrowserContext, Page } from '@playwright/test'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import {
  addPosts,
  expectForgotten,
  keptPosts,
  readCached,
  shownPosts,
  visit,
} from './offline-fixtures.ts'
import { deleteOrma, setPaused } from './owner-acts.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

// Specification: 2.55
test('a deleted Orma leaves the phone of who looks at it', async ({ page, context, venue }) => {
  const { event, owner, post } = await visited(page, venue)
  const view = await open(context, `/${event.event_hash}/post/${post.id}`)
  await expect(view.locator(`article[data-post="${post.id}"]`)).toBeVisible()
  await deleteOrma(venue, event, owner)
  await expect(failure(view)).toBeVisible()
  await page.bringToFront()
  await expect(failure(page)).toBeVisible()
  await expectGone(page, event)
})

test('a strange 404 or no answer leaves an Orma on the phone @full', async ({ page, venue }) => {
  const { event } = await visited(page, venue)
  const isOfOrma = (path: string) => path.startsWith(`/api/events/${event.event_hash}`)
  const answered: string[] = []
  venue.gateway.judge(({ path }) => {
    if (!isOfOrma(path)) return 'pass'
    answered.push(path)
    return { status: 404, body: '<h1>Log in to the hotel’s network</h1>' }
  })
  await page.reload()
  await expect.poll(() => answered.length).toBeGreaterThan(2)
  await expect(page.locator('li[data-post]')).toHaveCount(2)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(page.locator('li[data-post]')).toHaveCount(2)
  expect(await keptPosts(page, event.event_hash)).toBe(2)
})

test('guests are shown nothing of a paused Orma @full', async ({ page, context, venue }) => {
  const { event, owner, post } = await visited(page, venue)
  const path = `/${event.event_hash}`
  await page.setViewportSize({ width: 1440, height: 900 })
  const wall = await open(context, `${path}/slideshow`)
  await wall.setViewportSize({ width: 1440, height: 900 })
  await wall.getByRole('button', { name: texts.slideshow.start }).click()
  await expect(wall.getByRole('figure').first()).toBeVisible()
  await setPaused(venue, event, owner, true)
  await expect(paused(wall)).toBeVisible()
  for (const rest of ['', `/post/${post.id}`, '#timeline', '/upload', '/memories/viewall']) {
    await page.goto(path + rest)
    await expect(paused(page)).toBeVisible()
  }
  await page.goto(`${path}/splash-screen`)
  await expect(paused(page)).toBeVisible()
  await expect(page.getByRole('link', { name: texts.splash.tryNow })).toBeHidden()
  expect(await keptPosts(page, event.event_hash)).toBe(2)

  await setPaused(venue, event, owner, false)
  // Nobody presses anything.
  await expect(page.getByRole('link', { name: texts.splash.tryNow })).toBeVisible()
  await wall.bringToFront()
  await expect(wall.getByRole('figure').first()).toBeVisible()
  venue.relay.set({ refuse: true })
  await page.goto(path)
  await expect(page.locator('li[data-post]')).toHaveCount(2)
})

test('an Orma stays readable offline unless known to be paused @full', async ({ page, venue }) => {
  const { event, owner, post } = await visited(page, venue)
  const path = `/${event.event_hash}`
  venue.relay.set({ refuse: true })
  await setPaused(venue, event, owner, true)
  await page.reload()
  await expect.poll(() => shownPosts(page)).toHaveLength(2)

  venue.heal()
  await expect(paused(page)).toBeVisible()
  await expect
    .poll(() => readCached(page, 'answers', ['events', event.event_hash]))
    .toMatchObject({ paused: texts.server.paused })
  venue.relay.set({ refuse: true })
  await page.goto(`${path}/post/${post.id}`)
  await expect(paused(page)).toBeVisible()
  await page.goto(path)
  await expect(paused(page)).toBeVisible()

  await setPaused(venue, event, owner, false)
  venue.heal()
  await expect.poll(() => shownPosts(page)).toHaveLength(2)
  await expect
    .poll(() => readCached(page, 'answers', ['events', event.event_hash]))
    .not.toHaveProperty('paused')
})

/** An Orma with two photos that this page has visited, with the worker in charge. */
async function visited(page: Page, venue: Venue) {
  const party = await startParty(venue)
  const [post] = await addPosts(venue.client, party.event, party.owner, 2)
  if (!post) throw new Error('no post')
  await visit(page, venue.url, party.event)
  return { ...party, post }
}

async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  return page
}

const failure = (page: Page) => page.getByText(texts.event.gone)
const paused = (page: Page) => page.getByRole('heading', { name: texts.server.paused })

/** Nothing of an Orma lies on the device any more, and nothing leads to it. */
async function expectGone(page: Page, { event_hash, name }: Event): Promise<void> {
  await expectForgotten(page, { event_hash })
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .not.toContain(event_hash)
  await page.goto(`/${event_hash}`)
  await expect(failure(page)).toBeVisible()
  for (const path of ['/', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  }
  expect(await readCached(page, 'ormas', event_hash)).toBeUndefined()
}
