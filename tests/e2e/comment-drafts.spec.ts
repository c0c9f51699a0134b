import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { placesOf } from './device-search.ts'
import { enter, expect, test } from './fixtures.ts'
import { openViewer } from './viewer-fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

test('a half-written comment outlives reload and Back', async ({ page, post_id, path }) => {
  await page.goto(path)
  await page.locator(`[href$="/post/${post_id}"]`).click()
  const fields = page.getByRole('article').getByPlaceholder(texts.post.commentPlaceholder)
  await fields.first().fill('What a')
  await page.reload()
  await expect(fields.first()).toHaveValue('What a')
  await expect(fields.nth(1)).toHaveValue('')
  await page.goBack()
  await expect(fields).toHaveCount(0)
  await page.goForward()
  await expect(fields.first()).toHaveValue('What a')

  await fields.first().fill('What a night!')
  // Sent from the viewer over it, it is in its own field no more.
  await openViewer(page)
  await page.keyboard.press('ArrowUp')
  const over = page.getByRole('dialog').getByPlaceholder(texts.post.commentPlaceholder)
  await expect(over).toHaveValue('What a night!')
  await over.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: texts.common.close }).click()
  await expect(fields.first()).toHaveValue('')
  await expect(page.getByRole('listitem').filter({ hasText: 'What a night!' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'What a night!' })).toHaveCount(1)
  await expect(fields.first()).toHaveValue('')

  const edit = page.getByRole('button', { name: texts.post.editComment })
  const editor = page.getByRole('textbox', { name: texts.post.editComment })
  await edit.click()
  await editor.fill('What a day!')
  await page.reload()
  await edit.click()
  await expect(editor).toHaveValue('What a day!')
})

test('a half-written comment goes with its author’s session', async ({
  page,
  context,
  guest,
  post_id,
  path,
}) => {
  const address = `${path}/post/${post_id}`
  await page.goto(address)
  const field = page.getByRole('article').first().getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('Only for me')
  await expect.poll(() => placesOf(page, ['Only for me'])).not.toEqual([])
  // As where somebody signs in in another tab.
  await enter(context, guest)
  await page.reload()
  await expect(field).toHaveValue('')

  await field.fill('Nor for you')
  await expect.poll(() => placesOf(page, ['Nor for you'])).not.toEqual([])
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  await expect(page.getByRole('link', { name: texts.common.login })).toBeVisible()
  expect(await placesOf(page, ['Only for me', 'Nor for you'])).toEqual([])
  await page.goto(address)
  await expect(field).toHaveValue('')
})
