import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { HIGHLIGHT_LOOP } from '../../contract/limits.ts'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

const { highlights } = texts

/** Three photos of one evening, the last one first, and one of the day after. */
const TAKEN = [
  '2026-11-05T21:10:00+01:00',
  '2026-11-05T18:05:00+01:00',
  '2026-11-05T18:50:00+01:00',
  '2026-11-06T10:00:00+01:00',
]

/** An Orma with photos; gives the addresses of those of the first day, in order of capture. */
async function weekend(orma: OrmaServer) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Mara')
  const event = await client.createOrma(owner, { name: 'Mara & Elias' })
  const urls: string[] = []
  for (const [seed, original_date] of TAKEN.entries()) {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, seed, takenAt: null })
    const fields = { original_date, timezone: 'Europe/Berlin' }
    const { body } = await client.upload(event, owner, photo, { fields })
    const { image_url } = await client.whenProcessed(event, owner, body.post.id)
    urls.push(orma.url + image_url)
  }
  return { path: `/${event.event_hash}`, images: [urls[1], urls[2], urls[0]] }
}

const tab = (page: Page) => page.getByRole('link', { name: texts.event.highlights, exact: true })
const cards = (page: Page) =>
  page.getByRole('list', { name: texts.event.highlights }).getByRole('link')
/** The photo whose turn it is. */
const shownImage = (page: Page) =>
  page
    .locator('.hl-photo')
    .last()
    .locator('img')
    .last()
    .evaluate((image: HTMLImageElement) => image.src)
/** The photo after the one that is shown, once its turn has come. */
async function nextImage(page: Page): Promise<string> {
  const before = await shownImage(page)
  await expect
    .poll(async () => {
      // In steps shorter than a turn: one that comes between two looks is not over by the second.
      await page.clock.runFor(HIGHLIGHT_LOOP.photoMs / 4)
      return shownImage(page)
    })
    .not.toBe(before)
  return shownImage(page)
}
const play = (page: Page) => page.getByRole('button', { name: highlights.play })
const pause = (page: Page) => page.getByRole('button', { name: highlights.pause })

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('the Highlights tab has a card for each day that has photos, which leads to its highlights', async ({
  page,
  orma,
}) => {
  const { path } = await weekend(orma)
  await page.goto(path)
  await tab(page).click()
  await expect(page).toHaveURL(`${path}#${DEFAULT_PRODUCT.slug}`)
  await expect(tab(page)).toHaveAttribute('aria-current', 'page')
  await expect(cards(page)).toHaveText([/^Nov 05, 20263 photos$/, /^Nov 06, 20261 photo$/])
  for (const card of await cards(page).all()) {
    expect(await card.boundingBox()).toMatchObject({ width: 225, height: 300 })
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await expectNoViolations(page)
  await cards(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/highlights/2026-11-05`)
  await page.goBack()
  await expect(cards(page)).toHaveCount(2)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
})

test('an Orma without photos has no highlights, on its tab and at the address of any day', async ({
  page,
  orma,
}) => {
  const client = createApiClient(orma)
  const { event_hash } = await client.createOrma(await client.signUp('Mara'))
  await page.setViewportSize({ width: 390, height: 844 })
  const paths = [`#${DEFAULT_PRODUCT.slug}`, '/highlights/2026-11-05', '/highlights/nonsense']
  for (const path of paths) {
    await page.goto(`/${event_hash}${path}`)
    await expect(page.getByText(highlights.none)).toBeVisible()
    await expectNoViolations(page)
  }
})

test('on a desktop a day’s highlights say that they are for mobile devices', async ({
  page,
  orma,
}) => {
  const { path } = await weekend(orma)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const open of [() => page.goto(`${path}/highlights/2026-11-05`), () => page.reload()]) {
    await open()
    await expect(page.getByRole('heading', { name: highlights.mobileOnly })).toBeVisible()
    await expect(pause(page)).toBeHidden()
  }
  await expectNoViolations(page)
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page).toHaveURL(path)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a day’s photos fill the window one after the other, round and round, until a tap stops them', async ({
    page,
    orma,
  }) => {
    const { path, images } = await weekend(orma)
    await page.clock.install()
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/highlight/2026-11-05', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto(`${path}/highlights/2026-11-05`)
    await expect(page.getByRole('status').filter({ hasText: texts.common.loading })).toBeVisible()
    answer()
    await expect(pause(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nov 05, 2026' })).toBeVisible()
    expect(await page.locator('.hl').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    // From here on time goes by as the test says.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
    const turns = [await shownImage(page)]
    for (let turn = 1; turn <= 4; turn += 1) turns.push(await nextImage(page))
    const first = images.indexOf(turns[0])
    expect(turns).toEqual(turns.map((_url, at) => images[(first + at) % images.length]))

    await pause(page).tap()
    await expect(play(page)).toBeVisible()
    await page.clock.resume()
    await expectNoViolations(page)
    const stopped = await shownImage(page)
    await page.clock.runFor(10_000)
    expect(await shownImage(page)).toBe(stopped)
    await play(page).tap()
    await expect(play(page)).toBeHidden()
    expect(await nextImage(page)).not.toBe(stopped)
    await expect(page.locator('.hl-photo')).toHaveCount(2)

    await page.getByRole('button', { name: texts.common.back }).click()
    await expect(page).toHaveURL(path)
  })

  test('nothing moves by itself for those who asked for stillness', async ({ page, orma }) => {
    const { path, images } = await weekend(orma)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto(`${path}/highlights/2026-11-05`)
    await expect(play(page)).toBeVisible()
    await page.clock.runFor(10_000)
    expect(await shownImage(page)).toBe(images[0])
    await play(page).focus()
    await page.keyboard.press('Enter')
    await expect(pause(page)).toBeVisible()
    expect(await nextImage(page)).not.toBe(images[0])
  })

  test('a page that nobody sees stands still', async ({ page, orma }) => {
    const { path, images } = await weekend(orma)
    await page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (document.documentElement.dataset['unseen'] ? 'hidden' : 'visible'),
      })
    })
    await page.clock.install()
    await page.goto(`${path}/highlights/2026-11-05`)
    await expect.poll(() => shownImage(page)).toBe(images[0])
    const look = (isUnseen: boolean) =>
      page.evaluate((unseen) => {
        document.documentElement.toggleAttribute('data-unseen', false)
        if (unseen) document.documentElement.dataset['unseen'] = 'true'
        document.dispatchEvent(new Event('visibilitychange'))
      }, isUnseen)
    await look(true)
    const before = await shownImage(page)
    await page.clock.runFor(10_000)
    expect(await shownImage(page)).toBe(before)
    await look(false)
    expect(await nextImage(page)).not.toBe(before)
  })
})
