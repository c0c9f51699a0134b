import type { Page } from '@playwright/test'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { readQr } from '../support/read-qr.ts'
import { violationsOf } from './axe.ts'
import { pauseButton, weekend } from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

const { highlights } = texts

const tab = (page: Page) => page.getByRole('link', { name: texts.event.highlights, exact: true })
const cards = (page: Page) =>
  page.getByRole('list', { name: texts.event.highlights }).getByRole('link')

// Specification: 2.21, 2.49, 2.50, 9.17
test('the Highlights tab has a card for each day', async ({ page, orma }) => {
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
  expect(await violationsOf(page)).toEqual([])
  await cards(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/highlights/2026-11-05`)
  await page.goBack()
  await expect(cards(page)).toHaveCount(2)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
})

// Specification: 2.97, 4.31
test('an Orma without photos has no highlights', async ({ page, path: orma }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const paths = [`#${DEFAULT_PRODUCT.slug}`, '/highlights/2026-11-05', '/highlights/nonsense']
  for (const path of paths) {
    await page.goto(orma + path)
    await expect(page.getByText(highlights.none)).toBeVisible()
  }
  expect(await violationsOf(page)).toEqual([])
})

// Specification: 2.98
test('on a desktop a day’s highlights say that they are for mobile devices', async ({
  page,
  orma,
}) => {
  const { path } = await weekend(orma)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const open of [() => page.goto(`${path}/highlights/2026-11-05`), () => page.reload()]) {
    await open()
    await expect(page.getByRole('heading', { name: highlights.mobileOnly })).toBeVisible()
    await expect(pauseButton(page)).toBeHidden()
    const code = page.getByRole('img', { name: highlights.scanCode })
    await expect(code.locator('svg')).toBeVisible()
    expect(await readQr(await code.screenshot())).toBe(page.url())
    await expect(page.getByRole('button', { name: highlights.downloadFilm })).toBeVisible()
  }
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page).toHaveURL(path)
})
