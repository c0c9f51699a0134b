import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { createApiClient } from '../support/api-client.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

// A low window, in which the hour can be scrolled.
test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 400 } })

/** An Orma with an hour of photos; `addOne` adds one to that hour. */
async function startHour(orma: OrmaServer, count: number) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Mara')
  const event = await client.createOrma(owner)
  addManyPosts(orma, event, owner, count)
  const params = { event_hash: event.event_hash }
  const { body } = await client.call(api.listTimeslots, { params })
  const [{ timeslot }] = body as [{ timeslot: string }]
  const addOne = async () => {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, takenAt: null })
    const fields = { original_date: `${timeslot}:30:00+02:00`, timezone: 'Europe/Berlin' }
    const { body } = await client.upload(event, owner, photo, { fields })
    await client.whenProcessed(event, owner, body.post.id)
  }
  return { address: `/${event.event_hash}`, timeslot, addOne }
}

async function openAndHear(page: Page, address: string): Promise<void> {
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(address)
  await live
}

/** More than come at once. */
const count = PAGE_SIZE + 6

test('an open hour shows a photo that comes, and moves none', async ({ page, orma }) => {
  const { address, timeslot, addOne } = await startHour(orma, count)
  await openAndHear(page, `${address}/timeslot/${timeslot}`)
  const tiles = page.locator('li[data-post]')
  await expect(tiles.first()).toBeVisible()
  await page.evaluate((top) => scrollTo(0, top), 20 * count)
  await expect(tiles.first()).toHaveAttribute('aria-setsize', String(count))
  await expect.poll(async () => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const atEdge = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('li[data-post]')]
    return all.find((tile) => tile.getBoundingClientRect().bottom > 0)?.dataset['post']
  })
  const top = async () => (await page.locator(`li[data-post="${atEdge}"]`).boundingBox())?.y ?? NaN
  const before = await top()
  await addOne()
  await expect(tiles.first()).toHaveAttribute('aria-setsize', String(count + 1))
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
})

/** Of photos in an hour's strip. */
const PLACES = 8

test('a photo that comes moves none in the Reel that is looked at', async ({ page, orma }) => {
  const { address, addOne } = await startHour(orma, PLACES - 1)
  await openAndHear(page, `${address}#timeline`)
  const photos = page.locator('main ul li a[href*="/post/"]')
  await expect(photos).toHaveCount(PLACES - 1)
  const shown = () => photos.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const before = await shown()
  await addOne()
  await expect(photos).toHaveCount(PLACES)
  expect((await shown()).slice(0, -1)).toEqual(before)
})
