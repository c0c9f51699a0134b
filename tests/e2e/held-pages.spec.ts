import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import type { Venue } from '../support/venue.ts'
import { fillDevice } from './full-device.ts'
import { nameField, update } from './own-orma.ts'
import { goWithin } from './release-fixtures.ts'
import {
  enter,
  expect,
  gallery,
  openWithoutWorker,
  startParty,
  test,
  uploadNow,
} from './venue-fixtures.ts'

declare global {
  interface Window {
    /** Gone once the page is loaded anew. */
    isSame?: true
  }
}

test.use(WITHOUT_WORKER)

test('photos in memory keep a page from being loaded anew', async ({ page, venue }) => {
  const { storedHashes, photo } = await holdPhoto(page, venue, 'guest')
  // A release that has other scripts.
  venue.gateway.judge(({ path }) => {
    if (path.startsWith('/assets/later-')) return { status: 404 }
    return path === '/' ? { html: '<script src="/assets/main-newer.js"></script>' } : 'pass'
  })
  await missScript(page, '/terms')
  await page.goBack()
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
  expect(await storedHashes()).toEqual([photo.sha256])
  await expectRenewal(page)
})

test('an owner who edits beside photos in memory keeps them @full', async ({ page, venue }) => {
  const { event } = await holdPhoto(page, venue, 'owner')
  await goWithin(page, `/${event.event_hash}`)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await nameField(page).fill('Autumn')
  await update(page).click()
  await expect(page.getByText(texts.edit.saved)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Autumn', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.isSame)).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(`${venue.url}/${event.event_hash}/upload`)
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
})

/** Somebody's upload screen with a photo that the device has no room for. */
async function holdPhoto(page: Page, venue: Venue, as: 'guest' | 'owner') {
  await page.addInitScript(fillDevice)
  const party = await startParty(venue)
  await enter(page.context(), party[as])
  await openWithoutWorker(page, `/${party.event.event_hash}/upload`)
  await page.evaluate(() => (window.isSame = true))
  const [photo] = (await gallery(1)) as [GalleryPhoto]
  const file = { name: photo.name, mimeType: 'image/jpeg', buffer: photo.bytes }
  await page.locator('input[type=file]').setInputFiles(file)
  const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  return { ...party, photo }
}

async function missScript(page: Page, path: string): Promise<void> {
  await goWithin(page, path)
  await expect(page.getByText(texts.common.retry)).toBeVisible()
}

/** Now that nothing is in it alone, a script that is missing has the page loaded anew. */
async function expectRenewal(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.isSame)).toBe(true)
  await goWithin(page, '/privacy')
  // It may just be loading.
  const isSame = () => page.evaluate(() => window.isSame === true).catch(() => true)
  await expect.poll(isSame).toBe(false)
}
