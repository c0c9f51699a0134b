import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { nameField, openEdit, updateAndReload } from './own-orma.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

test('what was entered to change an Orma outlives a reload', async ({ page, path, event }) => {
  await openEdit(page, path)
  await nameField(page).fill('Half a name')
  await page.getByLabel(texts.edit.paused).check()
  await page.reload()
  await expect(nameField(page)).toHaveValue('Half a name')
  await expect(page.getByLabel(texts.edit.paused)).toBeChecked()
  await page.goto('/terms')
  await page.goBack()
  await expect(nameField(page)).toHaveValue('Half a name')

  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: texts.common.discardQuestion })
    .getByRole('button', { name: texts.common.discard })
    .click()
  await page.reload()
  await page.getByRole('button', { name: texts.event.share }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(nameField(page)).toHaveValue(event.name)

  await nameField(page).fill('A whole name')
  await updateAndReload(page)
  await expect(page.getByRole('heading', { name: 'A whole name' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: texts.event.share })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
