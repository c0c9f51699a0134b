import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { nameField } from './own-orma.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

// Specification: 4.30
test('Back closes what is open, the topmost first', async ({ page, event, path }) => {
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const openForm = async () => {
    await page.getByRole('button', { name: texts.event.share }).click()
    await page.getByRole('button', { name: texts.share.edit }).click()
    await expect(heading(texts.edit.title)).toBeVisible()
  }
  /** One step back, which is taken back. */
  const goBack = async () => {
    await page.goBack()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/')
  await page.getByRole('link', { name: event.name }).first().click()
  await expect(page).toHaveURL(path)
  const entries = await page.evaluate(() => history.length)
  const share = page.getByRole('button', { name: texts.event.share })
  await share.click()
  await expect(page.getByRole('dialog', { name: texts.event.share })).toBeVisible()
  await goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(share).toBeFocused()

  await openForm()
  await nameField(page).fill('Typed')
  await page.getByRole('button', { name: texts.edit.updateBanner }).click()
  await expect(heading(texts.create.banner)).toBeVisible()
  await goBack()
  await expect(heading(texts.edit.title)).toBeVisible()
  const question = page.getByRole('alertdialog', { name: texts.common.discardQuestion })
  await goBack()
  await expect(question).toBeVisible()
  await goBack()
  await expect(question).toHaveCount(0)
  await expect(nameField(page)).toHaveValue('Typed')
  await goBack()
  await question.getByRole('button', { name: texts.common.discard }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(path)
  expect(await page.evaluate(() => history.length)).toBe(entries)

  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
})

test('the way back from a post asks before it discards an edit', async ({
  page,
  post_id,
  addComment,
  path,
}) => {
  await addComment(post_id, 'Mine')
  const post = `${path}/post/${post_id}`
  await page.goto(path)
  await page.locator(`[data-post="${post_id}"] a`).click()
  await page.getByRole('button', { name: texts.post.editComment }).click()
  const editor = page.getByRole('textbox', { name: texts.post.editComment })
  await editor.fill('Mine, in other words')
  await page.getByRole('button', { name: texts.common.back }).click()
  const question = page.getByRole('alertdialog', { name: texts.common.discardQuestion })
  await question.getByRole('button', { name: texts.common.keepEditing }).click()
  await expect(page).toHaveURL(post)
  await expect(editor).toHaveValue('Mine, in other words')
  await editor.fill('Mine')
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page).toHaveURL(path)
})
