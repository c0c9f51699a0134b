import type { Page } from '@playwright/test'
import { PHOTOS_PER_CHOICE, UPLOAD_WINDOW_HOURS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { expect, test } from './fixtures.ts'
import { choose, gallery } from './venue-fixtures.ts'

test.use(WITHOUT_WORKER)

const HOUR_MS = 3_600_000

/** So many hours ago. */
const dateOf = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 19)

async function openOrma(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
}

const upload = (page: Page) => page.getByRole('link', { name: texts.event.upload })
const capture = (page: Page) => page.getByRole('button', { name: texts.event.takePhoto })
const share = (page: Page) => page.getByRole('button', { name: texts.event.share, exact: true })

for (const as of [undefined, 'guest', 'owner'] as const) {
  const ofOwner = as === 'owner' ? 1 : 0

  test.describe(`within the upload window, ${as ?? 'nobody'} signed in`, () => {
    test.use({ as, fields: { event_date: dateOf(UPLOAD_WINDOW_HOURS - 1) } })

    // Specification: 6.7
    test('upload and camera are there, sharing for the owner', async ({ page, path }) => {
      await openOrma(page, path)
      await expect(upload(page)).toBeVisible()
      await expect(capture(page)).toBeVisible()
      await expect(share(page)).toHaveCount(ofOwner)
      await upload(page).click()
      await expect(page).toHaveURL(`${path}/${as ? 'upload' : 'login'}`)
    })
  })

  test.describe(`after the upload window, ${as ?? 'nobody'} signed in`, () => {
    test.use({ as, fields: { event_date: dateOf(UPLOAD_WINDOW_HOURS + 1) } })

    // Specification: 9.11
    test('upload and camera are there for the owner alone', async ({ page, path }) => {
      await openOrma(page, path)
      for (const button of [upload, capture, share]) {
        await expect(button(page)).toHaveCount(ofOwner)
      }
    })
  })
}

test('a photo from the camera waits on the upload screen', async ({ page, path }) => {
  await openOrma(page, path)
  const input = page.locator('input[capture=environment]')
  await expect(input).toHaveAttribute('accept', 'image/*')
  const chooser = page.waitForEvent('filechooser')
  await capture(page).press('Enter')
  const buffer = await makePhoto({ width: 800, height: 600 })
  await (await chooser).setFiles([{ name: 'camera.jpg', mimeType: 'image/jpeg', buffer }])
  await expect(page).toHaveURL(`${path}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await page.reload()
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  await expect(page.getByText(texts.upload.mustVerify)).toBeVisible()
})

test('a photo from the camera is kept beside a full choice', async ({ page, path }) => {
  await openOrma(page, path)
  const photos = await gallery(PHOTOS_PER_CHOICE + 1)
  await page.goto(`${path}/upload`)
  await choose(page, photos.slice(1))
  await page.goto(path)
  const chooser = page.waitForEvent('filechooser')
  await capture(page).click()
  const [{ name, bytes: buffer }] = photos as [GalleryPhoto]
  await (await chooser).setFiles([{ name, mimeType: 'image/jpeg', buffer }])
  await expect(page).toHaveURL(`${path}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(photos.length)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(photos.length)
})
