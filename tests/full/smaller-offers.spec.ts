import { SLOW_BYTES_PER_SECOND, SMALLER_PHOTO } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { makePhoto, readSidewaysHeic } from '../support/photos.ts'
import { sha256Of } from '../support/sized-photos.ts'
import {
  choseSmaller,
  expectSmaller,
  findSlow,
  phonePhotos,
  smaller,
  uploadSmaller,
} from './smaller-fixtures.ts'
import {
  enter,
  choose,
  expect,
  gallery,
  openUpload,
  test,
  uploadNow,
} from '../e2e/venue-fixtures.ts'

declare global {
  interface Window {
    /** Ends `beFull`. */
    makeRoom: () => void
  }
}

test('on a good line 12 megapixels go up byte for byte', async ({ page, venue }) => {
  const photos = await phonePhotos(1)
  const party = await openUpload(page, venue)
  await choose(page, photos)
  await expect(smaller(page)).toBeHidden()
  await uploadNow(page)
  await expect.poll(party.storedHashes).toEqual([photos[0]!.sha256])
})

test('where photos went up slowly smaller ones are offered', async ({ page, venue }) => {
  const [first] = await gallery(1, 300)
  const party = await openUpload(page, venue)
  venue.relay.set({ upBytesPerSecond: SLOW_BYTES_PER_SECOND / 3 })
  await choose(page, [first!])
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
  const photos = await phonePhotos(2)
  await page
    .locator('input[type=file]')
    .setInputFiles(
      photos.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes })),
    )
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

test('a photo that went up smaller is known again', async ({ page, venue }) => {
  const photos = await phonePhotos(1)
  const party = await uploadSmaller(page, venue, photos)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
  const [sent] = await party.stored()
  expect(sent!.sha256).not.toBe(photos[0]!.sha256)

  await test.step('by this device, where the Orma does not answer', async () => {
    venue.gateway.judge(({ path }) => (path.endsWith('/known') ? { status: 503 } : 'pass'))
    await choose(page, photos)
    await expect(page.getByText(texts.upload.chosenTwice)).toBeVisible()
    venue.heal()
  })

  await test.step('by the Orma, on another device', async () => {
    const phone = await page.context().browser()!.newContext({ baseURL: venue.url })
    await enter(phone, party.owner)
    const other = await phone.newPage()
    await other.goto(`/${party.event.event_hash}/upload`)
    await other
      .locator('input[type=file]')
      .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photos[0]!.bytes }])
    await expect(other.getByText(texts.upload.known)).toBeVisible()
    await phone.close()
  })
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
