import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { enter, expect, gallery, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** EDGE: the app's scripts take eight seconds on it. */
const SLOW_BYTES_PER_SECOND = 16_000

test('a first visit on a slow line sees photos before the app', async ({ page, venue, party }) => {
  for (const { bytes } of await gallery(3, 20)) {
    await venue.client.addPhoto(party.event, party.guest, bytes)
  }
  venue.relay.set({ downBytesPerSecond: SLOW_BYTES_PER_SECOND })
  const opened = page.goto(`/${party.event.event_hash}`)
  const app = page.waitForEvent('requestfinished', (request) =>
    /\/main-[^/]*\.js$/.test(request.url()),
  )
  let hasApp = false
  void app.then(() => (hasApp = true)).catch(() => undefined)

  await expect(page.locator('h1')).toHaveText(party.event.name)
  const photos = page.locator('main[aria-busy] .thumb img')
  await expect(photos).toHaveCount(3)
  const arePainted = (images: HTMLImageElement[]) =>
    images.every(({ complete, clientWidth }) => complete && clientWidth > 100)
  await expect.poll(() => photos.evaluateAll(arePainted)).toBe(true)
  expect(hasApp).toBe(false)
  venue.relay.heal()
  await opened
  await expect(page.locator('li[data-post] img')).toHaveCount(3)
})

// Specification: 4.7, 4.8
test('a first visit asks for nothing that came with the HTML', async ({
  page,
  party,
  addPhotos,
}) => {
  await addPhotos(2, party.guest)
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
  context,
  party,
  addPhotos,
  client,
}) => {
  const [post] = await addPhotos(1, party.guest)
  const { event_hash } = party.event
  const { token } = party.guest
  const json = { post_id: post?.id }
  await client.call(api.likePost, { params: { event_hash }, token, json })
  await enter(context, { token })
  const newest = page.waitForResponse(/\/posts\/1$/)
  await page.goto(`/${event_hash}`)
  await newest
  await page.locator('li[data-post] a').click()
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
})

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
