import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 } })

const heart = (page: Page, name: string) =>
  page.getByRole('article').first().getByRole('button', { name, exact: true })

// Specification: 2.1
test('a newcomer looks around in a sample evening, which calls no server', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  await expect(page.getByText(texts.home.empty)).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.home.visited })).toHaveCount(0)
  await page.getByRole('link', { name: texts.sample.open }).click()

  await expect(page.getByRole('heading', { name: texts.sample.title, level: 1 })).toBeVisible()
  await expect(page.getByText(texts.sample.note)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.locator('li[data-post] a').first().click()
  await expect(page).toHaveURL(/\/sample\/post\/\d+$/)
  await heart(page, texts.post.like).click()
  await page.reload()
  await expect(heart(page, texts.post.unlike)).toBeVisible()
  await expect(page.getByRole('article').nth(1)).toBeAttached()
  expect(await violationsOf(page)).toEqual([])
  expect(asked.filter((path) => /^\/(api\/(events|users)|media)\//.test(path))).toEqual([])
})

test('the sample’s film plays on a phone', async ({ page }) => {
  await page.goto('/sample')
  await page.getByRole('link', { name: texts.sample.film }).click()
  const canvas = page.locator('canvas')
  await expect(canvas).toBeVisible()
  const centre = () =>
    canvas.evaluate((film: HTMLCanvasElement) => {
      const { width, height } = film
      const pixels = film.getContext('2d')?.getImageData(width / 2, height / 2, 40, 40).data
      return String(pixels)
    })
  const first = await centre()
  await expect.poll(centre).not.toBe(first)
})
