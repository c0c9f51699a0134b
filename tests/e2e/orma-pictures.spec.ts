import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { toForm } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { addPosts } from './offline-fixtures.ts'
import { expect, startParty, test } from './venue-fixtures.ts'
import type { Venue } from '../support/venue.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })

test('a phone gets an Orma’s pictures no larger than shown', async ({ page, venue }) => {
  const event = await partyWithPictures(venue)
  const asked: string[] = []
  page.context().on('request', (request) => void asked.push(request.url()))
  await page.goto(`${venue.url}/${event.event_hash}`)
  await expect.poll(() => width(page, '.bn-image')).toBe(800)
  await expect.poll(() => width(page, '.bn-picture')).toBe(320)
  expect(asked).toContain(`${venue.url}${event.event_banner_url}?w=800`)
  expect(asked).not.toContain(`${venue.url}${event.event_banner_url}`)
  expect(asked).not.toContain(`${venue.url}${event.event_profile_image_url}`)
})

test('the banner comes on a first visit beside the app, not after it @full', async ({
  page,
  venue,
}) => {
  const event = await partyWithPictures(venue)
  await page.route(/\/assets\/main-[^/]*\.js$/, () => undefined)
  await page.goto(`${venue.url}/${event.event_hash}`, { waitUntil: 'commit' })
  await expect.poll(() => width(page, '.bn-image')).toBe(800)
  await expect(page.getByRole('tablist')).toHaveCount(0)
})

test('a first visit asks for banner and photos once', async ({ page, venue }) => {
  const event = await partyWithPictures(venue)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'image') asked.push(pathname + search)
  })
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const opened = await page.goto(`${venue.url}/${event.event_hash}`, { waitUntil: 'commit' })
  expect(await opened?.text()).toMatch(
    new RegExp(`<link rel="preload" as="image"[^>]* href="${event.event_banner_url}" imagesrcset`),
  )
  const photo = page.locator('main[aria-busy] .fd-tile img')
  await expect.poll(() => photo.evaluateAll(areLoaded)).toBe(true)
  await expect(photo).toHaveCount(1)
  held.resolve()
  await expect(page.locator('li[data-post] img')).toHaveCount(1)
  await expect.poll(() => page.locator('li[data-post] img').evaluateAll(areLoaded)).toBe(true)
  expect(asked).toContain(`${event.event_banner_url}?w=800`)
  expect(asked.filter((address) => address.endsWith('thumb.webp'))).toHaveLength(1)
  expect(asked).toEqual([...new Set(asked)])
})

async function partyWithPictures(venue: Venue): Promise<Event> {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  const form = toForm({})
  const banner = await makePhoto({ width: 2400, height: 3200 })
  const picture = await makePhoto({ width: 1024, height: 1024 })
  form.set('banner', new Blob([new Uint8Array(banner)]), 'banner.jpg')
  form.set('profile_image', new Blob([new Uint8Array(picture)]), 'us.jpg')
  const params = { event_hash: event.event_hash }
  const { body } = await venue.client.call(api.updateEvent, { params, form, token: owner.token })
  return body.event as Event
}

function areLoaded(images: Element[]): boolean {
  return images.every((image) => (image as HTMLImageElement).naturalWidth > 0)
}

/** Pixels of the file that an image shows; 0 while there is none. */
function width(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate(async (image) => {
    const { currentSrc } = image as HTMLImageElement
    const answer = currentSrc ? await fetch(currentSrc).catch(() => undefined) : undefined
    return answer?.ok ? (await createImageBitmap(await answer.blob())).width : 0
  })
}
