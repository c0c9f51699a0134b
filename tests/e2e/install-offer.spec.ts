import { devices } from '@playwright/test'
import type { BrowserContext, Page, ViewportSize } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { makePhoto } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { enter } from './fixtures.ts'
import { expect, test } from './profile-fixtures.ts'

const DAY_MS = 24 * 60 * 60_000

test('who comes back is offered the Orma for the home screen', async ({
  profile,
  orma,
  client,
  owner,
}) => {
  // Nowhere to break it, and its buttons are still to be pressed.
  const event = await client.createOrma(owner, { name: 'Sommerfest'.repeat(7) })
  const { event_hash, name } = event
  const visit = (window?: ViewportSize) => visitOrma(profile, `${orma.url}/${event_hash}`, window)
  const offer = (page: Page) => page.getByText(texts.install.offer(name, true))

  const first = await visit()
  await whenCounted(first.page)
  await first.offered
  await expect(offer(first.page)).toBeHidden()
  await first.page.close()

  const second = await visit()
  await expect(offer(second.page)).toContainText('to this computer:')
  await second.page.setViewportSize({ width: 320, height: 640 })
  await second.page.getByRole('button', { name: texts.common.close }).click()
  await expect(offer(second.page)).toBeHidden()
  await second.page.close()

  const declined = await visit()
  await expect(declined.page.locator('h1')).toHaveText(name)
  await declined.offered
  await expect(offer(declined.page)).toBeHidden()
  await declined.page.evaluate(
    (ms) => localStorage.setItem('install_declined', String(Date.now() - ms)),
    31 * DAY_MS,
  )
  await declined.page.close()

  const later = await visit()
  await expect(offer(later.page)).toBeVisible()
  await profile.setOffline(true)
  await expect(offer(later.page)).toBeHidden()
  await profile.setOffline(false)
  await later.page.close()

  await client.changeOrma(event, owner, { paused: 'true' })
  const paused = await visit()
  await expect(paused.page.getByRole('heading', { name: texts.server.paused })).toBeVisible()
  await paused.offered
  await expect(paused.page.locator('.install-offer')).toBeHidden()
})

test('who has given a photo is offered it on the first visit @full', async ({
  profile,
  orma,
  client,
  owner,
}) => {
  const event = await client.createOrma(owner, { name: 'Sommerfest '.repeat(7).trim() })
  await enter(profile, owner)
  const { page } = await visitOrma(profile, `${orma.url}/${event.event_hash}/upload`)
  const choose = async (seed: number) => {
    const buffer = await makePhoto({ width: 400, height: 300, seed })
    const photo = { name: `${seed}.jpg`, mimeType: 'image/jpeg', buffer }
    await page.locator('input[type=file]').setInputFiles([photo])
  }
  await choose(1)
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  const offer = page.getByText(texts.install.offer(event.name, true))
  const goBack = page.getByRole('button', { name: texts.common.back })
  await goBack.click()
  await expect(offer).toBeVisible()
  // It stands at the page's end, above what is fixed there, and covers no photo.
  await page.setViewportSize({ width: 390, height: 420 })
  await expect(page.locator('li[data-post] a')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const photo = await page.locator('li[data-post] a').boundingBox()
  const box = await page.locator('.install-offer').boundingBox()
  const dock = await page.getByRole('link', { name: texts.event.upload }).boundingBox()
  expect(photo!.y + photo!.height).toBeLessThanOrEqual(box!.y)
  expect(box!.y + box!.height).toBeLessThanOrEqual(dock!.y)
  await page.getByRole('link', { name: texts.event.upload }).click()
  await expect(page.getByText(texts.upload.hint)).toBeVisible()
  await expect(offer).toBeHidden()
  await goBack.click()
  await expect(offer).toBeVisible()
  await page.getByRole('link', { name: texts.event.upload }).click()
  await choose(2)
  await expect(page.getByRole('button', { name: texts.upload.uploadNow })).toBeVisible()
  await goBack.click()
  await expect(page.getByText(texts.offline.chosen(1))).toBeVisible()
})

test('an iPhone is shown the three steps @full', async ({ browser, orma, client, owner }) => {
  const { event_hash, name } = await client.createOrma(owner, { name: 'Picnic' })
  const context = await browser.newContext({ ...devices['iPhone 14'], baseURL: orma.url })
  const first = await visitOrma(context, `/${event_hash}`)
  await whenCounted(first.page)
  await first.page.close()
  const { page } = await visitOrma(context, `/${event_hash}`)
  await expect(page.getByText(texts.install.offer(name, false))).toContainText('home screen:')
  await page.getByRole('button', { name: texts.install.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: texts.install.stepsTitle })
  await expect(dialog.getByRole('listitem')).toHaveText([...texts.install.steps])
  expect(await violationsOf(page)).toEqual([])

  await page.goto('/getapp')
  await expect(page.getByRole('listitem')).toHaveText([...texts.install.steps])
  expect(await violationsOf(page)).toEqual([])
  await context.close()
})

// Specification: 2.13
test('/getapp installs where the browser can @full', async ({ profile, orma }) => {
  const page = await profile.newPage()
  await page.goto(`${orma.url}/`)
  await page.goto(`${orma.url}/getapp`)
  await expect(page.getByRole('button', { name: texts.install.install })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: texts.install.continueInWeb }).click()
  await expect(page).toHaveURL(`${orma.url}/`)
})

/** A visit of a tab of its own; `offered`: the browser has made its offer, if it makes one at all. */
async function visitOrma(context: BrowserContext, address: string, window?: ViewportSize) {
  const page = await context.newPage()
  if (window) await page.setViewportSize(window)
  await page.addInitScript(() => {
    const state = window as unknown as { offered: Promise<unknown> }
    state.offered = new Promise((resolve) => addEventListener('beforeinstallprompt', resolve))
  })
  await page.goto(address)
  const offered = page
    .waitForFunction(() => (window as unknown as { offered: Promise<unknown> }).offered)
    .catch(() => undefined)
  return { page, offered }
}

/** Waits until the page knows that this is a visit, which is when it may also offer something. */
async function whenCounted(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('visits'))
}
