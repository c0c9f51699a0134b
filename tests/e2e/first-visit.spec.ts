import type { Page } from '@playwright/test'
import { api as calls } from '../../contract/api.ts'
import { LIVE_OVERLAP_MS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'
import { expect, startParty, test } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** EDGE with one bar: the app's scripts take a quarter of a minute on it. */
const SLOW_BYTES_PER_SECOND = 8_000

test('a first visit on a slow line sees the Orma and its photos long before the app is there', async ({
  page,
  venue,
}) => {
  const party = await startParty(venue)
  await addPosts(venue, party, 3)
  venue.relay.set({ downBytesPerSecond: SLOW_BYTES_PER_SECOND })
  const opened = page.goto(`/${party.event.event_hash}`)
  const app = page.waitForEvent('requestfinished', (request) =>
    /\/main-[^/]*\.js$/.test(request.url()),
  )
  let hasApp = false
  void app.then(() => (hasApp = true)).catch(() => undefined)

  await expect(page.locator('h1')).toHaveText(party.event.name)
  await expect(page.locator('main[aria-busy] .th img')).toHaveCount(3)
  await expect.poll(() => page.evaluate(areTilesPainted)).toBe(true)
  expect(hasApp).toBe(false)
  venue.relay.heal()
  await opened
  await expect(page.locator('li[data-post] img')).toHaveCount(3)
})

test('a first visit asks for nothing that came with the HTML, and never shows less than that', async ({
  page,
  venue,
}) => {
  const party = await startParty(venue)
  await addPosts(venue, party, 2)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  await noteHeadings(page)
  await page.goto(`/${party.event.event_hash}`)
  await expect(page.locator('li[data-post] img')).toHaveCount(2)
  const orma = `/api/events/${party.event.event_hash}`
  expect(asked).not.toContain(orma)
  expect(asked).not.toContain(`${orma}/posts/1`)
  // From the first paint on its name stood there: no blank page, no spinner between.
  expect(await headings(page)).toEqual([party.event.name])
})

test('a first visit whose app comes late asks for what live news no longer tells of', async ({
  page,
  venue,
}) => {
  const party = await startParty(venue)
  await addPosts(venue, party, 2)
  const late = Promise.withResolvers<void>()
  await page.route(/\/main-[^/]*\.js$/, (route) => late.promise.then(() => route.continue()))
  await page.goto(`/${party.event.event_hash}`, { waitUntil: 'commit' })
  await expect(page.locator('main[aria-busy] .th img')).toHaveCount(2)
  await page.waitForFunction((ms) => performance.now() > ms, LIVE_OVERLAP_MS / 2)
  const asked = page.waitForRequest(/\/posts\/1$/)
  late.resolve()
  await asked
})

test('who is signed in is told at once what only they may know', async ({
  page,
  venue,
  context,
}) => {
  const party = await startParty(venue)
  const [post] = await addPosts(venue, party, 1)
  const { event_hash } = party.event
  const { token } = party.guest
  const json = { post_id: post }
  await venue.client.call(calls.likePost, { params: { event_hash }, token, json })
  await context.addCookies([{ name: 'token', value: token, url: venue.url }])
  const newest = page.waitForResponse(/\/posts\/1$/)
  await page.goto(`/${event_hash}`)
  await newest
  await page.locator('li[data-post] a').click()
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('what came with the HTML to somebody signed in is given no age where it cannot be brought up to date @full', async ({
    page,
    venue,
    context,
  }) => {
    const party = await startParty(venue)
    await addPosts(venue, party, 1)
    await context.addCookies([{ name: 'token', value: party.guest.token, url: venue.url }])
    const json = { success: false, error: 'Injected', code: 'injected' }
    await context.route(/\/(posts\/1|live)$/, (route) => route.fulfill({ status: 500, json }))
    await page.goto(`/${party.event.event_hash}`)
    await expect(page.locator('li[data-post] img')).toHaveCount(1)
    const bar = page.getByRole('status').filter({ hasText: texts.offline.failed })
    await expect(bar).toHaveText(`${texts.offline.failed}.`)
  })
})

/** Runs in the page: every photo of the first HTML is there and has its place in the grid. */
function areTilesPainted(): boolean {
  const images = [...document.querySelectorAll<HTMLImageElement>('main[aria-busy] .th img')]
  return images.every(({ complete, clientWidth }) => complete && clientWidth > 100)
}

async function addPosts(
  { client }: Parameters<typeof startParty>[0],
  { event, guest }: Party,
  count: number,
): Promise<number[]> {
  const ids: number[] = []
  const random = createSeededRandom(3)
  for (let at = 0; at < count; at++) {
    const { bytes } = await makeSizedPhoto(`${at}.jpg`, 20_000, random)
    const { body } = await client.upload(event, guest, bytes)
    ids.push((await client.whenProcessed(event, guest, body.post.id)).id)
  }
  return ids
}

/** Notes what the page is headed by, each time it changes, from its first heading on. */
async function noteHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state = window as unknown as { headings: (string | undefined)[] }
    state.headings = []
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent ?? undefined
      const isFirst = state.headings.length === 0
      if (isFirst ? heading !== undefined : heading !== state.headings.at(-1)) {
        state.headings.push(heading)
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

function headings(page: Page) {
  return page.evaluate(() => (window as unknown as { headings: (string | undefined)[] }).headings)
}
