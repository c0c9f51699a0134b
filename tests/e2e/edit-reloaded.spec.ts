import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { nameField, openEdit, ownedOrma, updateAndReload } from './own-orma.ts'

test.use(WITHOUT_WORKER)

test('what was entered to change an Orma is open again after a reload and on the way back, until it is discarded or sent', async ({
  page,
  context,
  orma,
}) => {
  const { path, event } = await ownedOrma(context, orma)
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

test('a form that has nothing to change any more, as that was done elsewhere, stays closed', async ({
  page,
  context,
  orma,
}) => {
  const { path, event, owner, client } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await nameField(page).fill('The same name')
  const params = { event_hash: event.event_hash }
  const form = toForm({ name: 'The same name' })
  await client.call(api.updateEvent, { params, form, token: owner.token })
  await expect(page).toHaveTitle(/The same name/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: texts.event.share }).click()
  await expect(page.getByRole('button', { name: texts.share.edit })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('what was entered to change an Orma is gone from the tab with the session of its owner', async ({
  page,
  context,
  orma,
}) => {
  const { path } = await ownedOrma(context, orma)
  await openEdit(page, path)
  const words = 'Nobody else reads this'
  await nameField(page).fill(words)
  const isInTab = () =>
    page.evaluate((text) => Object.values(sessionStorage).join().includes(text), words)
  expect(await isInTab()).toBe(true)
  await page.goto('/profile')
  expect(await isInTab()).toBe(true)
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  await expect(page.getByRole('link', { name: texts.common.login })).toBeVisible()
  expect(await isInTab()).toBe(false)
})
