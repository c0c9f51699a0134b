import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { makePhoto } from '../support/photos.ts'
import { readQr } from '../support/read-qr.ts'
import { hideAndShow, watchAwake } from './awake.ts'
import { expect, test } from './fixtures.ts'

const { slideshow } = texts

/** Adds a photo of the owner's; gives its post's id. */
async function add({ client, owner, event }: Evening, seed: number): Promise<number> {
  const photo = await makePhoto({ width: 640, height: 480, orientation: 1, seed })
  const { body } = await client.upload(event, owner, photo)
  return (await client.whenProcessed(event, owner, body.post.id)).id
}

interface Evening {
  client: ApiClient
  owner: Person
  event: Event
}

/** Photos that can be told from each other. */
async function addAll(evening: Evening, count: number): Promise<void> {
  for (let seed = 1; seed <= count; seed += 1) await add(evening, seed)
}

const slides = (page: Page) => page.getByRole('figure')
const startButton = (page: Page) => page.getByRole('button', { name: slideshow.start })

/** The photos that are on the wall one view after the other, until each of `count` was seen. */
async function watch(page: Page, count: number): Promise<Set<string>> {
  const seen = new Set<string>()
  await expect
    .poll(
      async () => {
        for (const src of await sources(slides(page))) seen.add(src)
        return seen.size
      },
      { timeout: 60_000 },
    )
    .toBe(count)
  return seen
}

/** How bright the middle of a tile is, beside its mark: 0 to 255. */
async function brightness(page: Page, tile: Locator): Promise<number> {
  const { x = 0, y = 0, width = 0 } = (await tile.boundingBox()) ?? {}
  const clip = { x: x + width / 4, y: y + width / 4, width: width / 8, height: width / 8 }
  const { channels } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .stats()
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length
}

function sources(figures: Locator): Promise<string[]> {
  return figures
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
}

// Not in the headless shell, which keeps no screen awake.
test.use({
  serviceWorkers: 'block',
  viewport: { width: 1440, height: 900 },
  fields: {
    name: 'Mara & Elias',
    event_date: '2026-11-20',
    // Its code for guests is shown for as long as they may add photos.
    endsAt: '2099-01-01T00:00:00.000Z',
  },
})

// Specification: 2.85, 2.86, 4.40, 9.14
test('the wall, kept awake, shows two photos at a time, a new one next', async ({
  page,
  orma,
  client,
  owner,
  event,
  change,
}) => {
  const heldAwake = await watchAwake(page)
  await addAll({ client, owner, event }, 3)
  await page.goto(`/${event.event_hash}/slideshow`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByText('Friday, November 20, 2026')).toBeVisible()
  await expect(page.getByText(texts.event.photoCount(3))).toBeVisible()

  await test.step('the code leads to adding photos', async () => {
    const code = page.getByRole('img', { name: slideshow.scanToAdd })
    await expect(code.locator('svg')).toHaveAttribute('width', '200')
    await expect(page.getByText(slideshow.scanToAdd)).toBeVisible()
    expect(await readQr(await code.screenshot())).toBe(`${orma.url}/${event.event_hash}/upload`)
  })

  expect(await heldAwake()).toBe(0)
  await startButton(page).press('Enter')
  await expect(slides(page)).toHaveCount(2)
  await expect(page.locator('main', { has: slides(page) })).toBeFocused()
  await expect.poll(heldAwake).toBe(1)
  await hideAndShow(page)
  await expect.poll(heldAwake).toBe(1)
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await expect(slides(page).first()).toContainText(owner.user.name ?? '')
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await watch(page, 3)
  await test.step('a like and a new photo come without a reload', async () => {
    const id = await add({ client, owner, event }, 9)
    const params = { event_hash: event.event_hash }
    await client.call(api.likePost, { params, token: owner.token, json: { post_id: id } })
    const { body } = await client.call(api.getPost, { params: { ...params, post_id: id } })
    const photo = page.locator(`img[src="${body.post.image_url}"]`)
    await expect(photo).toBeVisible()
    await expect(slides(page).filter({ has: photo })).toContainText('1')
  })
  await expect(page.getByText(slideshow.scanToAdd)).toBeVisible()
  await change({ uploadsClosed: 'true' })
  await expect(page.getByText(slideshow.scanToAdd)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(startButton(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  await expect(slides(page)).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
  await expect.poll(heldAwake).toBe(0)
})

// Specification: 2.87, 2.90, 2.92, 2.93, 2.94, 5.22
test('only selected photos are shown, also after a reload @full', async ({
  page,
  client,
  owner,
  event,
}) => {
  await addAll({ client, owner, event }, 4)
  await page.goto(`/${event.event_hash}/slideshow`)
  await page.getByRole('link', { name: slideshow.selectImages }).click()
  await expect(page.getByRole('heading', { name: slideshow.selectImages })).toBeVisible()
  await expect(page.getByText(slideshow.selectHint)).toBeVisible()
  const tiles = page.locator('main button[aria-pressed]')
  await expect(tiles).toHaveCount(4)
  await expect(startButton(page)).toHaveCount(0)

  await expect(tiles.first().locator('img')).toHaveAttribute('data-shown')
  const bright = await brightness(page, tiles.first())
  await tiles.first().click()
  await page.mouse.move(0, 0)
  await expect.poll(() => brightness(page, tiles.first())).toBeLessThan(bright * 0.75)
  await tiles.first().click()
  await page.mouse.move(0, 0)
  await expect.poll(() => brightness(page, tiles.first())).toBeGreaterThan(bright * 0.95)

  const all = page.getByLabel(slideshow.selectAll)
  await all.check()
  await expect(page.locator('main button[aria-pressed=true]')).toHaveCount(4)
  await all.uncheck()
  await expect(startButton(page)).toHaveCount(0)
  await tiles.nth(0).click()
  await tiles.nth(3).click()
  await tiles.nth(1).click()
  await tiles.nth(1).click()
  await expect(page.getByText(slideshow.selected(2))).toBeVisible()

  await page.reload()
  await expect(page.locator('main button[aria-pressed=true]')).toHaveCount(2)
  await startButton(page).click()
  await expect(page).toHaveURL(`/${event.event_hash}/slideshow`)
  await expect(slides(page)).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)

  await page.reload()
  await expect(slides(page)).toHaveCount(2)
  await page.mouse.move(100, 100)
  await page.getByRole('button', { name: slideshow.exit }).click()
  await expect(page.getByText(slideshow.selected(2))).toBeVisible()
  await page.getByRole('button', { name: slideshow.showAll }).click()
  await expect(page.getByText(texts.event.photoCount(4))).toBeVisible()
})

// Specification: 4.35
test('an Orma without photos has nothing to start', async ({ page, client, owner, event }) => {
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(`/${event.event_hash}/slideshow`)
  await expect(page.getByText(texts.feed.empty)).toBeVisible()
  await expect(startButton(page)).toBeDisabled()
  await live
  const post_id = await add({ client, owner, event }, 1)
  await expect(page.getByText(texts.event.photoCount(1))).toBeVisible()
  await startButton(page).click()
  await expect(slides(page)).toHaveCount(1)
  const params = { event_hash: event.event_hash, post_id }
  await client.call(api.deletePost, { params, token: owner.token })
  await expect(page.getByText(texts.feed.empty)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  // Specification: 2.88
  test('slideshow and selection ask for a bigger screen', async ({ page, event }) => {
    await page.goto(`/${event.event_hash}/slideshow`)
    await expect(page.getByText(slideshow.desktopOnly)).toBeVisible()
    await page.goto(`/${event.event_hash}/slideshow/select_img_slideshow`)
    await expect(page.getByText(slideshow.desktopOnlyForSelection)).toBeVisible()
    await page.getByRole('link', { name: slideshow.backToOrma }).click()
    await expect(page).toHaveURL(`/${event.event_hash}`)
  })
})

test('a wall at a paused Orma goes on by itself once it is reopened @full', async ({
  page,
  client,
  owner,
  event,
  change,
}) => {
  await addAll({ client, owner, event }, 2)
  await change({ paused: 'true' })
  await page.clock.install()
  await page.goto(`/${event.event_hash}/slideshow?start`)
  await expect(page.getByRole('button', { name: texts.common.retry })).toBeVisible()
  await change({ paused: 'false' })
  await page.clock.fastForward('00:20')
  await expect(slides(page).first()).toBeVisible()
})
