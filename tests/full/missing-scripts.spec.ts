import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { whenPicturesShown } from '../e2e/offline-fixtures.ts'
import { enter, expect, openWithoutWorker, test } from '../e2e/venue-fixtures.ts'

test.use(WITHOUT_WORKER)

const PORTAL = { html: '<!doctype html><h1>Welcome to our Wi-Fi</h1>' }

test('a press without its script says that there is no connection', async ({
  page,
  context,
  event,
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  await openWithoutWorker(page, path)
  await whenPicturesShown(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await expect(page.getByRole('alertdialog', { name: texts.offline.offline })).toBeVisible()
  await page.getByRole('button', { name: texts.common.confirm }).click()
  await page.getByRole('link', { name: 'Reel' }).click()
  await expect(page.getByText(texts.offline.notHere)).toBeVisible()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('link', { name: texts.timeline.viewAll })).toBeVisible()
  await page.getByRole('button', { name: texts.install.continueInWeb }).click()
  await openMenu(page)
})

test('a dialog stays open whose script failed', async ({ page, context, venue, owner, path }) => {
  await enter(context, owner)
  let asked = 0
  let isLineDead = true
  venue.gateway.judge(({ path }) => {
    if (!path.includes('/drawn-qr-code-')) return 'pass'
    asked += 1
    return isLineDead ? 'reset-before' : 'pass'
  })
  await openWithoutWorker(page, path)
  await page.getByRole('button', { name: texts.event.share }).click()
  const dialog = page.getByRole('dialog')
  // By the browser, and by the page.
  await expect.poll(() => asked).toBeGreaterThan(1)
  isLineDead = false
  await expect(dialog.getByRole('img', { name: texts.print.qrCode })).toBeVisible()
})

for (const [what, part, fate] of [
  ['that lost its packages', 'packages', 'reset-before'],
  ['that lost its main', 'main', 'reset-before'],
  ['answered by a portal', 'main', PORTAL],
] as const) {
  test(`a page ${what} shows the Orma, is not loaded anew, and recovers`, async ({
    page,
    venue,
    event,
  }) => {
    const isApp = (path: string) => path.startsWith(`/assets/${part}-`)
    venue.gateway.judge(({ path }) => (isApp(path) ? fate : 'pass'))
    // A browser asks again by itself before it gives up.
    const failed = page.waitForEvent('console', {
      predicate: (message) => /dynamically imported/.test(message.text()),
      timeout: 120_000,
    })
    await page.goto(`/${event.event_hash}`)
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
    await failed
    const asked = () => venue.gateway.exchanges.filter(({ path }) => isApp(path)).length
    const before = asked()
    await expect.poll(asked).toBeGreaterThan(before + 1)
    await expect(page.getByRole('banner')).toBeHidden()
    const loads = venue.gateway.exchanges.filter(({ path }) => path === `/${event.event_hash}`)
    expect(loads).toHaveLength(1)
    venue.heal()
    await expect(page.getByRole('banner')).toBeVisible()
  })
}

test('a page whose script is gone is loaded anew once', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  const [post] = await addPhotos(1)
  const address = `/${event.event_hash}`
  venue.gateway.judge(({ path }) => {
    if (path === '/') return { html: '<script src="/assets/main-of-another.js"></script>' }
    return path.startsWith('/assets/main-') ? { status: 404 } : 'pass'
  })
  await page.goto(address)
  const loads = () => venue.gateway.exchanges.filter(({ path }) => path === address).length
  await expect.poll(loads).toBe(2)
  await expect(async () => {
    await page.getByRole('main').getByRole('link').last().click()
    await expect(page).toHaveURL(`${address}/post/${post?.id}`, { timeout: 2_000 })
  }).toPass()
  expect(loads()).toBe(2)
})

/** A browser that remembers that a script failed has the page loaded anew by the first press. */
async function openMenu(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: texts.common.menu }).click()
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
}
