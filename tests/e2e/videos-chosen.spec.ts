import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { photos } from './uploads-fixtures.ts'
import { uploadNow } from './venue-fixtures.ts'
import { WITH_VIDEOS, chooseFiles, film } from './chosen-videos.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest', fields: WITH_VIDEOS })

const { upload } = texts

const drafts = (page: Page) =>
  page.getByRole('region', { name: upload.draft }).getByRole('listitem')

test('a chosen video is kept with a frame and its length, and goes up', async ({
  page,
  stored,
  path,
}) => {
  await page.goto(`${path}/upload`)
  await chooseFiles(page, [await film('party.webm', { seconds: 3 })])
  const draft = drafts(page).filter({ hasText: upload.savedOnPhone })
  await expectFrame(draft)
  await page.reload()
  await expectFrame(draft)

  await uploadNow(page)
  await expect(page.getByText(upload.shown)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText('0:03')).toBeVisible()
  expect(await stored()).toMatchObject([{ status: 'COMPLETED' }])
})

async function expectFrame(draft: Locator): Promise<void> {
  await expect(draft.getByText('0:03')).toBeVisible()
  const frame = draft.getByRole('img', { name: 'party.webm' })
  await expect.poll(() => frame.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
}

test('a video that this browser cannot play is kept without a frame', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
  await chooseFiles(page, [
    await film('IMG_1.MOV', { seconds: 2, codec: 'hevc', container: 'mov' }),
  ])
  await expect(drafts(page)).toContainText([upload.video.nth(1, 1)])
  await expect(drafts(page)).toContainText(['0:02'])
})

test('a video is kept without its length where what reads it cannot be loaded @full', async ({
  page,
  context,
  path,
}) => {
  await context.route('**/heavy/video-facts*', (route) => route.abort())
  await page.goto(`${path}/upload`)
  await chooseFiles(page, [await film('party.webm')])
  await expect(drafts(page).getByRole('img', { name: 'party.webm' })).toBeVisible()
  await expect(drafts(page).getByText(/^\d:\d\d$/)).toHaveCount(0)
})

test('photos and videos are chosen together, and text is named', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
  await expect(page.getByLabel(upload.chooseAny)).toHaveAttribute('accept', 'image/*,video/*')
  const video = await film('party.webm')
  const note = `${video}.mp4`
  await writeFile(note, 'Dear diary')
  const [photo] = await photos(1)
  const photoFile = `${video}.jpg`
  await writeFile(photoFile, photo?.buffer ?? '')
  await chooseFiles(page, [video, photoFile, note])
  await expect(page.getByRole('alertdialog', { name: upload.notAnImageOrVideo })).toContainText(
    'party.webm.mp4',
  )
  await expect(page.getByText(upload.savedOnPhone)).toHaveCount(2)
})

test('a video that is too long is named, and nothing of it is kept', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
  const long = await film('speech.webm', {
    seconds: 182,
    width: 64,
    height: 64,
    fps: 1,
    audio: false,
  })
  await chooseFiles(page, [long])
  const alert = page.getByRole('alertdialog', { name: upload.video.tooLong(180) })
  await expect(alert).toContainText('speech.webm')
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(drafts(page)).toHaveCount(0)
  expect(await storedPieces(page)).toEqual([])
})

/** Keys of all bytes that the outbox has. */
function storedPieces(page: Page): Promise<IDBValidKey[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('orma-outbox')
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('bytes').objectStore('bytes').getAllKeys()
          keys.addEventListener('success', () => {
            opening.result.close()
            resolve(keys.result)
          })
        })
      }),
  )
}

test.describe('the picker of an Orma without videos', () => {
  test.use({ fields: {} })

  test('offers photos alone, and a video is refused as ever', async ({ page, path }) => {
    await page.goto(`${path}/upload`)
    const picker = page.getByLabel(upload.choose, { exact: true })
    await expect(picker).toHaveAttribute('accept', 'image/*')
    await chooseFiles(page, [await film('party.webm')])
    await expect(page.getByRole('alertdialog', { name: upload.notAnImage })).toBeVisible()
    await expect(drafts(page)).toHaveCount(0)
  })
})
