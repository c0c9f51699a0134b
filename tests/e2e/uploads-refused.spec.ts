import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { choose, photos, receivedPosts } from './uploads-fixtures.ts'
import { uploadNow } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest' })

test.describe('a file that cannot be taken', () => {
  // Specification: 5.12
  test('is refused with the words of the specification when it is the fifth', async ({
    page,
    path,
  }) => {
    await page.goto(`${path}/upload`)
    const chosen = await photos(5)
    await choose(page, chosen)
    await closeAlert(page, texts.upload.tooManyChosen)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  })

  test('is refused by its name when only its bytes tell', async ({
    page,
    event,
    guest,
    client,
    path,
  }) => {
    await page.goto(`${path}/upload`)
    const text = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') }
    await choose(page, [text, ...(await photos(1))])
    await closeAlert(page, `${texts.upload.notAnImage} (note.jpg)`)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)
    await uploadNow(page)
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(1)
  })
})

async function closeAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: text })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(alert).toHaveCount(0)
}
