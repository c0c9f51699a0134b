import type { Page } from '@playwright/test'
import { PHOTOS_PER_CHOICE, UPLOAD_WINDOW_HOURS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { enter, expect, test } from './fixtures.ts'
import { choose, gallery } from './venue-fixtures.ts'

test.use(WITHOUT_WORKER)

const HOUR_MS = 3_600_000

/** So many hours ago. */
const dateOf = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 19)

async function openButtons(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
}

async function takePhoto(page: Page, { name, bytes: buffer }: GalleryPhoto): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await capture(page).press('Enter')
  await (await chooser).setFiles([{ name, mimeType: 'image/jpeg', buffer }])
}

const upload = (page: Page) => page.getByRole('link', { name: texts.event.upload })
const capture = (page: Page) => page.getByRole('button', { name: texts.event.takePhoto })
const share = (page: Page) => page.getByRole('button', { name: texts.event.share, exact: true })

for (const { when, hours, isOpen } of [
  { when: 'within', hours: UPLOAD_WINDOW_HOURS - 1, isOpen: true },
  { when: 'after', hours: UPLOAD_WINDOW_HOURS + 1, isOpen: false },
]) {
  test.describe(`${when} the upload window`, () => {
    test.use({ fields: { event_date: dateOf(hours) } })

    // Specification: 6.7, 9.11
    test('upload and camera are there for who may add photos, sharing for the owner', async ({
      page,
      context,
      guest,
      owner,
      path,
    }) => {
      for (const person of [undefined, guest, owner]) {
        if (person) await enter(context, person)
        await openButtons(page, path)
        const ofOwner = person === owner ? 1 : 0
        await expect(upload(page)).toHaveCount(isOpen ? 1 : ofOwner)
        await expect(capture(page)).toHaveCount(isOpen ? 1 : ofOwner)
        await expect(share(page)).toHaveCount(ofOwner)
        if (!isOpen) continue
        await upload(page).click()
        await expect(page).toHaveURL(`${path}/${person ? 'upload' : 'login'}`)
      }
    })
  })
}

test('a photo from the camera waits on the upload screen', async ({ page, path }) => {
  await openButtons(page, path)
  const input = page.locator('input[capture=environment]')
  await expect(input).toHaveAttribute('accept', 'image/*')
  await takePhoto(page, (await gallery(1))[0]!)
  await expect(page).toHaveURL(`${path}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await page.reload()
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  await expect(page.getByText(texts.upload.mustVerify)).toBeVisible()
})

test('a photo from the camera is kept beside a full choice @full', async ({ page, path }) => {
  await openButtons(page, path)
  const photos = await gallery(PHOTOS_PER_CHOICE + 1)
  await page.goto(`${path}/upload`)
  await choose(page, photos.slice(1))
  await page.goto(path)
  await takePhoto(page, photos[0]!)
  await expect(page).toHaveURL(`${path}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(photos.length)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(photos.length)
})
