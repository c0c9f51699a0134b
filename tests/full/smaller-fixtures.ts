import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { SMALLER_PHOTO } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { CAMERA, GPS_WORD, SERIAL, isUpright, makePhoto } from '../support/photos.ts'
import { sha256Of } from '../support/sized-photos.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import type { Venue } from '../support/venue.ts'
import { choose, expect, openUpload, uploadNow } from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'

export const smaller = (page: Page) => page.getByRole('checkbox', { name: texts.upload.smaller })

/** A phone whose owner wants to save data, as far as the next page that is opened knows. */
async function saveData(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

/** A guest who has chosen smaller photos before: they are offered for small ones as well. */
export async function choseSmaller(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('smaller_photos', 'yes'))
}

/** The line becomes a slow one, as far as the browser knows; it is not. */
export async function findSlow(page: Page): Promise<void> {
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

const madePhotos: Promise<Buffer>[] = []

export async function phonePhotos(count: number): Promise<GalleryPhoto[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const bytes = await (madePhotos[at] ??= makePhoto({ seed: at + 1 }))
      return { name: `IMG_${at + 1}.jpg`, bytes, sha256: sha256Of(bytes) }
    }),
  )
}

/** Chooses photos on a phone that saves data, has them made smaller, and presses UPLOAD NOW. */
export async function uploadSmaller(
  page: Page,
  venue: Venue,
  photos: readonly GalleryPhoto[],
): Promise<Party> {
  await saveData(page)
  const party = await openUpload(page, venue)
  await choose(page, photos)
  await smaller(page).check()
  await uploadNow(page)
  return party
}

/** Holds that a stored photo is a smaller one of those that `makePhoto` makes, with all that it is to keep and nothing else. */
export async function expectSmaller({
  file,
  original_date,
}: {
  file: string
  original_date: string
}) {
  const bytes = await readFile(file)
  const { width, height, format, exif } = await sharp(bytes).metadata()
  expect([width, height, format, exif]).toEqual([1920, SMALLER_PHOTO.edgePx, 'jpeg', undefined])
  expect(await isUpright(bytes)).toBe(true)
  for (const word of [GPS_WORD, SERIAL, CAMERA]) expect(bytes.includes(word)).toBe(false)
  expect(original_date).toBe('2026-06-20T15:04:05+02:00')
}
