import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { texts } from '../../contract/texts.ts'
import { isUpright, makePhoto } from '../support/photos.ts'
import {
  choseSmaller,
  expectSmaller,
  phonePhotos,
  smaller,
  uploadSmaller,
} from './smaller-fixtures.ts'
import { expect, openUpload, test, uploadNow } from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'

/** Within it whoever was to make a photo smaller has lost the right to; and then it is sent. */
const HOLD_OVER_MS = 60_000

test('a photo is turned upright whichever way the camera was held', async ({ page, venue }) => {
  await choseSmaller(page)
  const party = await openUpload(page, venue)
  for (const orientations of [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]) {
    const before = (await party.stored()).length
    const files = await Promise.all(
      orientations.map(async (orientation) => {
        const buffer = await makePhoto({ width: 2800, height: 2100, orientation })
        return { name: `${orientation}.jpg`, mimeType: 'image/jpeg', buffer }
      }),
    )
    await page.locator('input[type=file]').setInputFiles(files)
    await expect(page.getByRole('status').filter({ hasText: texts.upload.draft })).toHaveText(
      `${texts.upload.draft}: 4`,
    )
    await expect(smaller(page)).toBeChecked()
    await uploadNow(page)
    await expect.poll(async () => (await party.stored()).length).toBe(before + 4)
    for (const [at, { file }] of (await party.stored()).slice(before).entries()) {
      const { width, height } = await sharp(file).metadata()
      const isTall = orientations[at]! >= 5
      expect([width, height]).toEqual(isTall ? [1920, 2560] : [2560, 1920])
      expect(await isUpright(await readFile(file))).toBe(true)
    }
  }
})

/** When the page is closed. */
const MOMENTS: Record<string, (page: Page, party: Party) => Promise<void>> = {
  'UPLOAD NOW was pressed': async () => undefined,
  'a photo is being made smaller': (page) =>
    expect(page.getByText(texts.upload.makingSmaller).first()).toBeVisible(),
  'one is sent and one is not made smaller yet': (_page, { stored }) =>
    expect.poll(async () => (await stored()).length).toBeGreaterThan(0),
}

for (const [moment, whenItComes] of Object.entries(MOMENTS)) {
  test(`photos arrive once, whole or smaller, where the page is closed when ${moment}`, async ({
    page,
    context,
    venue,
  }) => {
    const photos = await phonePhotos(3)
    const party = await uploadSmaller(page, venue, photos)
    await whenItComes(page, party)
    await page.close()
    await expect
      .poll(async () => (await party.stored()).length, { timeout: HOLD_OVER_MS })
      .toBe(photos.length)
    const again = await context.newPage()
    await again.goto(`/${party.event.event_hash}/upload`)
    await expect(again.getByText(texts.upload.progress(3, 3))).toBeVisible()
    const stored = await party.stored()
    expect(stored).toHaveLength(photos.length)
    for (const [at, photo] of stored.entries()) {
      expect(photo.sha256).toBe(photo.bytesSha256)
      if (photo.sha256 !== photos[at]!.sha256) await expectSmaller(photo)
    }
  })
}
