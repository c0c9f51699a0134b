import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

test('a dialog has the focus, holds the page still, and closes in three ways', async ({
  page,
  path,
}) => {
  await page.goto(path)
  const opener = page.getByRole('button', { name: texts.event.share })
  const dialog = page.getByRole('dialog', { name: texts.event.share })
  await opener.click()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await dialog.getByRole('button', { name: texts.common.close }).click()
  await expect(dialog).toHaveCount(0)

  await opener.click()
  await expect(dialog).toBeVisible()
  // Not at once: that would be the second press of a double one.
  await expect(async () => {
    await page.mouse.click(8, 8)
    await expect(dialog).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})

test('a dialog stays at a double press on what opens it @full', async ({ page, path }) => {
  await page.goto(path)
  const opener = page.getByRole('button', { name: texts.event.share })
  await opener.evaluate((button: HTMLButtonElement) => button.click())
  await page.mouse.click(8, 8)
  const dialog = page.getByRole('dialog', { name: texts.event.share })
  await dialog.getByRole('button', { name: texts.common.close }).click()
  await expect(dialog).toHaveCount(0)
})

test('a question has its safe answer in focus', async ({ page, path, post_id }) => {
  await page.goto(`${path}/post/${post_id}`)
  await page.getByRole('button', { name: texts.post.delete }).first().click()
  const question = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  await expect(question.getByRole('button', { name: texts.common.cancel })).toBeFocused()
})
