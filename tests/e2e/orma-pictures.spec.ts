import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { addPosts, visit } from './offline-fixtures.ts'
import { expect, startParty, test, whenControlled } from './venue-fixtures.ts'
import type { Venue } from '../support/venue.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })

test('a phone gets the banner and the picture of an Orma no larger than it shows them', async ({
  page,
  venue,
}) => {
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

test('the colour of a banner is read once: who comes back to an Orma, by its page or another day, sees it at once', async ({
  page,
  venue,
}) => {
  const event = await partyWithPictures(venue)
  let sent = 0
  venue.gateway.judge(({ path }) => {
    if (path.startsWith(event.event_banner_url ?? '')) sent += 1
    return 'pass'
  })
  await page.goto(`${venue.url}/${event.event_hash}`)
  const whole = page.locator('html')
  await expect(whole).toHaveAttribute('style', /--accent-light/)
  // What the page shows of it and what it reads is one file, sent once.
  expect(sent).toBe(1)
  const read: string[] = []
  page.on('request', (request) => {
    const isRead = request.resourceType() === 'fetch' && request.url().includes('/event/')
    if (isRead) read.push(request.url())
  })
  await page.locator('li[data-post] a').first().click()
  await expect(whole).not.toHaveAttribute('style', /--accent-light/)
  await page.goBack()
  await expect(whole).toHaveAttribute('style', /--accent-light/)
  await page.goto(venue.url)
  await expect(whole).not.toHaveAttribute('style', /--accent-light/)
  await whenControlled(page)
  await page.goto(`${venue.url}/${event.event_hash}`)
  await expect(whole).toHaveAttribute('style', /--accent-light/)
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
  expect(read).toEqual([])
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

test('a picture of an Orma that cannot be loaded leaves its place empty until it can @full', async ({
  page,
  venue,
}) => {
  const { event_hash, event_banner_url, name } = await partyWithPictures(venue)
  venue.gateway.judge(({ path }) =>
    path.startsWith(event_banner_url ?? '') ? 'reset-before' : 'pass',
  )
  await page.goto(`${venue.url}/${event_hash}`)
  await expect(page.locator('h1')).toHaveText(name)
  const banner = page.locator('.bn-image')
  await expect(banner).toHaveCSS('visibility', 'hidden')

  venue.heal()
  // Until the page hears of it.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(banner).toHaveCSS('visibility', 'visible', { timeout: 1000 })
  }).toPass()
  expect(await width(page, '.bn-image')).toBe(800)
})

test('a phone that is turned without a network shows the banner in the size it has @full', async ({
  page,
  venue,
}) => {
  const event = await partyWithPictures(venue)
  await visit(page, venue.url, event)
  await expect.poll(() => width(page, '.bn-image')).toBe(800)
  venue.relay.set({ refuse: true })
  await page.setViewportSize({ width: 844, height: 390 })
  await page.reload()
  await expect.poll(() => asksFor(page, '.bn-image')).toMatch(/\.jpg$/)
  await expect.poll(() => width(page, '.bn-image')).toBe(800)
  // Its colours are read from the same file.
  await expect(page.locator('html')).toHaveAttribute('style', /--accent-light/)
})

test('without a network another width is looked for only of an own picture of an Orma, not of photos', async ({
  page,
  venue,
}) => {
  const event = await partyWithPictures(venue)
  await visit(page, venue.url, event)
  const photo = await page.locator('li[data-post] img').getAttribute('src')
  venue.relay.set({ refuse: true })
  const isThere = (address: string | null | undefined) =>
    page.evaluate(
      async (url) => (await fetch(url).catch(() => undefined))?.ok === true,
      `${address}`,
    )
  expect(await isThere(photo)).toBe(true)
  expect(await isThere(`${photo}?w=320`)).toBe(false)
  expect(await isThere(`${event.event_banner_url}?w=320`)).toBe(true)
})

test('a first visit has the banner named by the HTML, sees the photos before the app, and asks for each once', async ({
  page,
  venue,
}) => {
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

function asksFor(page: Page, selector: string): Promise<string> {
  return page.locator(selector).evaluate((image) => (image as HTMLImageElement).currentSrc)
}
