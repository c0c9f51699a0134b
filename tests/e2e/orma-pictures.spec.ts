import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { toForm } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, holdRequests, test } from './fixtures.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })

test('a first visit asks for pictures once, no larger than shown @full', async ({
  page,
  client,
  owner,
  event: { event_hash },
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  const form = toForm({})
  const banner = await makePhoto({ width: 2400, height: 3200 })
  const picture = await makePhoto({ width: 1024, height: 1024 })
  form.set('banner', new Blob([new Uint8Array(banner)]), 'banner.jpg')
  form.set('profile_image', new Blob([new Uint8Array(picture)]), 'us.jpg')
  const params = { event_hash }
  const { status, body } = await client.call(api.updateEvent, { params, form, token: owner.token })
  expect(status).toBe(200)
  const event = body.event as Event
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'image') asked.push(pathname + search)
  })
  const startApp = await holdRequests(page, /\/assets\/main-[^/]*\.js$/)
  const opened = await page.goto(path, { waitUntil: 'commit' })
  expect(await opened?.text()).toMatch(
    new RegExp(`<link rel="preload" as="image"[^>]* href="${event.event_banner_url}" imagesrcset`),
  )
  const photo = page.locator('main[aria-busy] .feed-grid-tile img')
  await expect.poll(() => photo.evaluateAll(areLoaded)).toBe(true)
  await expect(photo).toHaveCount(1)
  startApp()
  await expect(page.locator('li[data-post] img')).toHaveCount(1)
  await expect.poll(() => page.locator('li[data-post] img').evaluateAll(areLoaded)).toBe(true)
  await expect.poll(() => width(page, '.banner-image')).toBe(800)
  await expect.poll(() => width(page, '.banner-picture')).toBe(320)
  expect(asked).toContain(`${event.event_banner_url}?w=800`)
  expect(asked).not.toContain(event.event_banner_url)
  expect(asked).not.toContain(event.event_profile_image_url)
  expect(asked.filter((address) => address.endsWith('thumb.webp'))).toHaveLength(1)
  expect(asked).toEqual([...new Set(asked)])
})

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
