import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { choose, photos } from './uploads-fixtures.ts'

test.use({ as: 'guest', ...HEADLESS_SHELL })

/** Closes the page as a person does; gives what it asks, which is answered by staying. */
async function closeByHand(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog')
  const closed = page.waitForEvent('close').then(() => 'closed')
  await page.close({ runBeforeUnload: true })
  const dialog = asked.then(async (shown) => {
    await shown.dismiss()
    return shown.type()
  })
  // One of the two comes.
  dialog.catch(() => undefined)
  closed.catch(() => undefined)
  return Promise.race([dialog, closed])
}

test('whoever closes a page that is saving photos is asked, and later is not', async ({
  page,
  path,
}) => {
  await page.addInitScript(() => {
    const wanted = new Promise((resolve) => addEventListener('read-now', resolve))
    File.prototype.arrayBuffer = async function (this: File) {
      await wanted
      return new Response(this).arrayBuffer()
    }
  })
  await page.goto(`${path}/upload`)
  await page.getByRole('heading', { name: texts.upload.title }).click()
  await choose(page, await photos(1))
  await expect(page.getByText(texts.upload.saving)).toBeVisible()
  expect(await closeByHand(page)).toBe('beforeunload')

  await page.evaluate(() => dispatchEvent(new Event('read-now')))
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.upload.uploadNow })).toBeEnabled()
  expect(await closeByHand(page)).toBe('closed')
})

test('a photo taken out while others are being saved is not waited for again @full', async ({
  page,
  path,
}) => {
  await page.addInitScript(() => {
    let read = 0
    File.prototype.arrayBuffer = async function (this: File) {
      read += 1
      // The others never are.
      if (read > 1) await new Promise(() => undefined)
      return new Response(this).arrayBuffer()
    }
  })
  await page.goto(`${path}/upload`)
  await page.getByRole('heading', { name: texts.upload.title }).click()
  await choose(page, await photos(3))
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)
  await expect(page.getByText(texts.upload.saving)).toHaveCount(2)
  await page.getByRole('button', { name: texts.upload.remove }).click()
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  await expect(page.getByText(texts.upload.saving)).toHaveCount(2)
})
