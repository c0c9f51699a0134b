import type { Page } from '@playwright/test'
import { api as calls } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'
import type { Venue } from '../support/venue.ts'
import { enter, expect, test } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** EDGE with one bar: the app's scripts take a quarter of a minute on it. */
const SLOW_BYTES_PER_SECOND = 8_000

test('a first visit on a slow line sees photos before the app', async ({ page, venue, party }) => {
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

// Specification: 4.7, 4.8
test('a first visit asks for nothing that came with the HTML', async ({ page, venue, party }) => {
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

test('who is signed in learns at once what only they may know', async ({
  page,
  venue,
  context,
  party,
  client,
}) => {
  const [post] = await addPosts(venue, party, 1)
  const { event_hash } = party.event
  const { token } = party.guest
  const json = { post_id: post }
  await client.call(calls.likePost, { params: { event_hash }, token, json })
  await enter(context, { token })
  const newest = page.waitForResponse(/\/posts\/1$/)
  await page.goto(`/${event_hash}`)
  await newest
  await page.locator('li[data-post] a').click()
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
})

/** Runs in the page: every photo of the first HTML is there and has its place in the grid. */
function areTilesPainted(): boolean {
  const images = [...document.querySelectorAll<HTMLImageElement>('main[aria-busy] .th img')]
  return images.every(({ complete, clientWidth }) => complete && clientWidth > 100)
}

async function addPosts(
  { client }: Venue,
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
