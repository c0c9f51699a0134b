import type { Page } from '@playwright/test'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { Venue } from '../support/venue.ts'
import { deletePost } from '../e2e/deep-feed.ts'
import { keptPosts } from '../e2e/offline-fixtures.ts'
import { expect, startParty, test, whenControlled } from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 } })

const DEEP_PX = 14_389

// Specification: 9.24
test('who reloads 500 photos deep is where they were', async ({ page, venue, orma }) => {
  const { event, owner } = await openDeep(page, venue)
  const left = await tileInView(page)

  addManyPosts(orma, event, owner, 2)
  await page.reload()
  await expectAt(page, left)

  const link = page.locator(`li[data-post="${left.id}"] a`)
  await link.press('Enter')
  await expect(page.getByRole('article').first()).toHaveAttribute('data-post', left.id)
  addManyPosts(orma, event, owner, 2)
  await page.keyboard.press('Escape')
  await expectAt(page, left)
  await expect(link).toBeFocused()

  // From where they have gone on to, not from the photo that they had opened.
  await page.evaluate(() => scrollBy({ top: 2000, behavior: 'instant' }))
  await drawn(page)
  const further = await tileInView(page)
  await page.reload()
  await expectAt(page, further)
})

test('who reloads deep offline is where they were', async ({ page, venue }) => {
  const party = await openDeep(page, venue)
  const left = await tileInView(page)
  await expect.poll(() => keptPosts(page, party.event.event_hash)).toBeGreaterThan(330)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expectAt(page, left)

  venue.heal()
  await page.reload()
  await expectAt(page, left)
  const top = await topTile(page)
  await page.goto('about:blank')
  await deletePost(venue, party, Number(top.id))
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(DEEP_PX - 200)
  await expect.poll(async () => Math.abs((await topTile(page)).top - top.top)).toBeLessThan(5)
})

// Specification: 9.24
test('who reloads a post stays where they had scrolled to', async ({
  page,
  event,
  owner,
  orma,
  path,
}) => {
  addManyPosts(orma, event, owner, 60)
  await page.goto(path)
  await page.locator('li[data-post] a').first().click()
  const posts = page.getByRole('article')
  await expect(posts.first()).toBeVisible()
  // Further than the photos that came with the first one.
  await expect.poll(() => scrolledTo(page, 40)).toBe(true)
  const looked = await articleInView(page)

  await page.reload()
  await expect.poll(() => articleInView(page)).toEqual(looked)
  await page.reload()
  await expect.poll(() => articleInView(page)).toEqual(looked)

  await page.goBack()
  await page.locator('li[data-post] a').first().click()
  await expect(posts.first()).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

/** An Orma of 500 photos on a phone, scrolled down as far as in the middle of them. */
async function openDeep(page: Page, venue: Venue): Promise<Party> {
  const party = await startParty(venue)
  addManyPosts(venue.orma, party.event, party.owner, 500)
  await page.goto(`/${party.event.event_hash}`)
  await whenControlled(page)
  await expect
    .poll(() =>
      page.evaluate((top) => {
        scrollTo(0, top)
        return scrollY
      }, DEEP_PX),
    )
    .toBe(DEEP_PX)
  await drawn(page)
  return party
}

interface Looked {
  id: string
  top: number
}

/** A tile that is wholly in view, and where. */
function tileInView(page: Page): Promise<Looked> {
  return firstBelow(page, 'li[data-post]', 200)
}

/** The tile at the window's upper edge, as it is remembered. */
function topTile(page: Page): Promise<Looked> {
  return firstBelow(page, 'li[data-post]', -130)
}

function articleInView(page: Page): Promise<Looked> {
  return firstBelow(page, 'article[data-post]', 40)
}

function firstBelow(page: Page, tiles: string, edge: number): Promise<Looked> {
  return page.locator(tiles).evaluateAll((all, from) => {
    const seen = all.map((each) => ({
      id: (each as HTMLElement).dataset['post'] ?? '',
      top: Math.round(each.getBoundingClientRect().top),
    }))
    return seen.find(({ top }) => top > from) ?? { id: '', top: 0 }
  }, edge)
}

async function expectAt(page: Page, { id, top }: Looked): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator(`li[data-post="${id}"]`)
        .evaluateAll(([tile]) => tile && Math.round(tile.getBoundingClientRect().top)),
    )
    .toBe(top)
}

/** Scrolls a post's view on, a window at a time as a person does, until so many photos are above it. */
async function scrolledTo(page: Page, count: number): Promise<boolean> {
  // Not by the wheel: its last turn may scroll later than the page is looked at.
  await page.evaluate(() => scrollBy({ top: 1600, behavior: 'instant' }))
  await drawn(page)
  const { id } = await articleInView(page)
  const ids = await page
    .locator('article[data-post]')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['post']))
  return ids.indexOf(id) >= count
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}
