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
    /** Lets files be read. */
    read: () => void
    /** Gone once the page is loaded anew. */
    isSame?: true
  }
}

test.use(WITHOUT_WORKER)

test('photos in memory keep a page from being loaded anew', async ({ page, venue }) => {
  await page.addInitScript(fillDevice)
  const { storedHashes } = await openBeforeRelease(page, venue)
  const [photo] = await gallery(1)
  await pick(page, photo!)
  const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await missScript(page, '/terms')
  await page.goBack()
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
  expect(await storedHashes()).toEqual([photo!.sha256])
  await expectRenewal(page)
})

test('an owner who edits beside photos in memory keeps them @full', async ({
  page,
  venue,
  owner,
}) => {
  await page.addInitScript(fillDevice)
  const { client, url } = venue
  const { event_hash } = await client.createOrma(owner)
  await enter(page.context(), owner)
  await openWithoutWorker(page, `/${event_hash}/upload`)
  await page.evaluate(() => (window.isSame = true))
  const [photo] = await gallery(1)
  await pick(page, photo!)
  const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await goWithin(page, `/${event_hash}`)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await nameField(page).fill('Autumn')
  await update(page).click()
  await expect(page.getByText(texts.edit.saved)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Autumn', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.isSame)).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(`${url}/${event_hash}/upload`)
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
})

/** The upload screen, and then a release that has other scripts. */
async function openBeforeRelease(page: Page, venue: Venue) {
  const party = await startParty(venue)
  await enter(page.context(), party.guest)
  await openWithoutWorker(page, `/${party.event.event_hash}/upload`)
  await page.evaluate(() => (window.isSame = true))
  venue.gateway.judge(({ path }) => {
    if (path.startsWith('/assets/legal-pages-')) return { status: 404 }
    return path === '/' ? { html: '<script src="/assets/main-newer.js"></script>' } : 'pass'
  })
  return party
}

async function pick(page: Page, { name, bytes }: GalleryPhoto): Promise<void> {
  const file = { name, mimeType: 'image/jpeg', buffer: bytes }
  await page.locator('input[type=file]').setInputFiles(file)
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
