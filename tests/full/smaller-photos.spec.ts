import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { SLOW_BYTES_PER_SECOND, SMALLER_PHOTO } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import {
  CAMERA,
  GPS_WORD,
  SERIAL,
  isUpright,
  makePhoto,
  readSidewaysHeic,
} from '../support/photos.ts'
import { sha256Of } from '../support/sized-photos.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import type { StoredPhoto } from '../support/stored-photos.ts'
import { choose, expect, gallery, openUpload, test, uploadNow } from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'

/** Within it whoever was to make a photo smaller has lost the right to; and then it is sent. */
const HOLD_OVER_MS = 60_000

const smaller = (page: Page) => page.getByRole('checkbox', { name: texts.upload.smaller })

test('where photos went up slowly smaller ones are offered', async ({ page, venue }) => {
  const [first] = await gallery(1, 300)
  const party = await openUpload(page, venue)
  venue.relay.set({ upBytesPerSecond: SLOW_BYTES_PER_SECOND / 3 })
  await choose(page, [first!])
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
  await page.locator('input[type=file]').setInputFiles((await phonePhotos(2)).map(toFile))
  await expect(smaller(page)).toBeVisible()
  await expect(page.getByText(texts.upload.smallerMeans)).toBeVisible()
  await expect(smaller(page)).not.toBeChecked()
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  await smaller(page).check()
  venue.heal()
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(3, 3))).toBeVisible()
  const [, ...sent] = await party.stored()
  expect(sent).toHaveLength(2)
  for (const photo of sent) {
    await expectSmaller(photo)
    expect(photo.sha256).toBe(photo.bytesSha256)
  }
})

test('smaller photos are offered when the line turns slow', async ({ page, context, venue }) => {
  const photos = await phonePhotos(1)
  const party = await openUpload(page, venue)
  await choose(page, photos)
  await expect(smaller(page)).toBeHidden()
  await findSlow(page)
  await smaller(page).check()
  const later = await context.newPage()
  await later.goto(`/${party.event.event_hash}/upload`)
  await expect(smaller(later)).toBeChecked()
  await smaller(later).uncheck()
  await expect(smaller(later)).toBeVisible()
  await uploadNow(later)
  await expect.poll(party.storedHashes).toEqual([photos[0]!.sha256])
  await later.reload()
  await choose(later, await gallery(1), 1)
  await expect(smaller(later)).toBeHidden()
})

test('what cannot be made smaller goes up as it is', async ({ page, venue }) => {
  const heic = await readSidewaysHeic()
  const small = await makePhoto({ width: SMALLER_PHOTO.edgePx, height: 1920 })
  const files = [
    { name: 'one.heic', mimeType: 'image/heic', buffer: heic },
    { name: 'said-to-be.jpg', mimeType: 'image/jpeg', buffer: heic },
    { name: 'small.jpg', mimeType: 'image/jpeg', buffer: small },
  ]
  await choseSmaller(page)
  const party = await openUpload(page, venue)
  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  await expect(page.getByText(texts.upload.chosenTwice)).toHaveCount(1)
  await expect(smaller(page)).toBeChecked()
  await uploadNow(page)
  await expect.poll(party.storedHashes).toEqual(files.map(({ buffer }) => sha256Of(buffer)))
})

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
        const bytes = await makePhoto({ width: 2800, height: 2100, orientation })
        return toFile({ name: `${orientation}.jpg`, bytes })
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
    await saveData(page)
    const party = await openUpload(page, venue)
    await choose(page, photos)
    await smaller(page).check()
    await uploadNow(page)
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

/** A phone whose owner wants to save data, as far as the next page that is opened knows. */
async function saveData(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

/** A guest who has chosen smaller photos before: they are offered for small ones as well. */
async function choseSmaller(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('smaller_photos', 'yes'))
}

/** The line becomes a slow one, as far as the browser knows; it is not. */
async function findSlow(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.overrideNetworkState', {
    offline: false,
    latency: 700,
    downloadThroughput: 30_000,
    uploadThroughput: 30_000,
    connectionType: 'cellular3g',
  })
}

async function phonePhotos(count: number): Promise<GalleryPhoto[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const bytes = await makePhoto({ seed: at + 1 })
      return { name: `IMG_${at + 1}.jpg`, bytes, sha256: sha256Of(bytes) }
    }),
  )
}

/** As a file input takes it. */
function toFile({ name, bytes }: Pick<GalleryPhoto, 'name' | 'bytes'>) {
  return { name, mimeType: 'image/jpeg', buffer: bytes }
}

/** Holds that a stored photo is a smaller one of those that `makePhoto` makes, with all that it is to keep and nothing else. */
async function expectSmaller({ file, original_date }: StoredPhoto): Promise<void> {
  const bytes = await readFile(file)
  const { width, height, format, exif } = await sharp(bytes).metadata()
  expect([width, height, format, exif]).toEqual([1920, SMALLER_PHOTO.edgePx, 'jpeg', undefined])
  expect(await isUpright(bytes)).toBe(true)
  for (const word of [GPS_WORD, SERIAL, CAMERA]) expect(bytes.includes(word)).toBe(false)
  expect(original_date).toBe('2026-06-20T15:04:05+02:00')
}
