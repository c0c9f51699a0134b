import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { expect, test } from './fixtures.ts'
import { choose, gallery, uploadNow, whenControlled } from './venue-fixtures.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'

test.use({ as: 'guest', fields: { photosPerChoice: '30' } })

/** Names of the drafts as they are shown, in their order. */
const names = (page: Page) =>
  page
    .locator('.upload-screen-draft img')
    .evaluateAll((shown) => shown.map((image) => image.getAttribute('alt')))

/** Drops photos on the screen, as from a computer's folder. */
async function drop(page: Page, photos: readonly GalleryPhoto[]): Promise<void> {
  const files = photos.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    }
    return transfer
  }, files)
  await page
    .getByRole('region', { name: texts.upload.draft })
    .dispatchEvent('drop', { dataTransfer })
}

test('thirty photos at a time are kept in their order, and sent once each', async ({
  page,
  path,
  storedHashes,
}) => {
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  await expect(page.getByText(texts.upload.hintMany(30))).toBeVisible()
  const photos = await gallery(34, 20)
  await choose(page, photos.slice(0, 22))
  await drop(page, photos.slice(22))
  // Said of the second choice: the first ones are here.
  const said = page.getByRole('alertdialog').filter({ hasText: texts.upload.firstTaken(12, 8) })
  await said.getByRole('button', { name: texts.common.confirm }).click()
  const kept = photos.slice(0, 30)
  await expect.poll(() => names(page)).toEqual(kept.map(({ name }) => name))
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(30, 30))).toBeVisible()
  const hashes = await storedHashes()
  expect([hashes.length, new Set(hashes)]).toEqual([30, new Set(kept.map(({ sha256 }) => sha256))])
})

test('a reload while many photos are being saved keeps those that were', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
  const photos = await gallery(30, 20)
  // The phone takes its time with the eleventh.
  await page.evaluate(() => {
    File.prototype.arrayBuffer = async function (this: File) {
      if (this.name === 'IMG_11.jpg') await new Promise(() => undefined)
      return new Response(this).arrayBuffer()
    }
  })
  const files = photos.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByText(texts.upload.savingMany(20))).toBeVisible()
  // Of a small tile without a picture the icon alone is seen, below its button.
  const tile = page.locator('.upload-screen-draft').first()
  const [icon, button] = await Promise.all(
    [tile.locator('.upload-screen-saving svg'), tile.getByRole('button')].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(icon!.y).toBeGreaterThanOrEqual(button!.y + button!.height)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const stored = photos.slice(0, 10).map(({ name }) => name)
  await expect.poll(() => names(page)).toEqual(stored)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(10)
  const lost = page.getByText(texts.upload.lost(20))
  await expect(lost).toBeVisible()
  // A phone's picker does not show which ones were: all are chosen anew, and each is here once.
  await choose(page, photos, 30)
  await expect(lost).toBeHidden()
  await expect.poll(() => names(page)).toEqual(photos.map(({ name }) => name))
  await expect(page.getByText(texts.upload.takenBefore(10))).toBeVisible()
})

test('many photos that are there already are told above them, and taken out at once', async ({
  page,
  path,
}) => {
  await page.goto(`${path}/upload`)
  const photos = await gallery(12, 20)
  await choose(page, photos, 12)
  await choose(page, photos, 24)
  const takeOut = page.getByRole('button', { name: texts.upload.takeOut(12) })
  await expect(page.getByText(texts.upload.doublesChosen(12, 24))).toBeInViewport()
  await takeOut.click()
  await expect.poll(() => names(page)).toEqual(photos.map(({ name }) => name))
  await expect(takeOut).toBeHidden()
})
