import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { readSidewaysHeic } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'
import { choose, openUpload, photos, receivedPosts, setScene } from './uploads-fixtures.ts'
import { uploadNow } from './venue-fixtures.ts'

test.describe('a file that cannot be taken', () => {
  test('is refused with the words of the specification when it is the fifth', async ({
    page,
    orma,
  }) => {
    await openUpload(page, orma)
    const chosen = await photos(5)
    await choose(page, chosen)
    await closeAlert(page, texts.upload.tooManyChosen)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  })

  test('is left out when it is the fifth beside a draft, and the others are taken', async ({
    page,
    orma,
  }) => {
    await openUpload(page, orma)
    const chosen = await photos(6)
    await choose(page, chosen.slice(0, 1))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)
    await choose(page, chosen.slice(1))
    await closeAlert(page, texts.upload.tooMany)
    await expect(page.getByText(texts.upload.leftOut(2))).toBeVisible()
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4)
    await expect(page.getByRole('img', { name: 'IMG_3.jpg' })).toBeVisible()
    await expect(page.getByText(texts.upload.hint)).toBeVisible()
  })

  test('is refused by its name as it is chosen when only its bytes tell, and the others are taken', async ({
    page,
    orma,
  }) => {
    const { event, guest, client } = await openUpload(page, orma)
    const text = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') }
    await choose(page, [text, ...(await photos(1))])
    await closeAlert(page, `${texts.upload.notAnImage} (note.jpg)`)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)
    await uploadNow(page)
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(1)
  })

  test('is no photo whose type the browser does not know', async ({ page, orma }) => {
    const { event, guest, client } = await openUpload(page, orma)
    const [photo] = await photos(1)
    const mimeType = 'application/octet-stream'
    await choose(page, [
      { name: '1000012345', mimeType, buffer: photo!.buffer },
      { name: 'DSC00001.HIF', mimeType, buffer: await readSidewaysHeic() },
    ])
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await uploadNow(page)
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(2)
  })

  test('is refused early when it does not even claim to be a photo', async ({ page, orma }) => {
    const { event } = await setScene(orma)
    await page.goto(`/${event.event_hash}/upload`)
    await choose(page, [
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('not a photo') },
    ])
    await closeAlert(page, `${texts.upload.notAnImage} (note.txt)`)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  })
})

async function closeAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: text })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(alert).toHaveCount(0)
}
