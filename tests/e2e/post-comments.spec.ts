import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { confirmDeletion } from './people.ts'
import { closeAlert, refuse } from './post-fixtures.ts'

// Calls are refused in the page: its worker would send them past that.
test.use({ ...WITHOUT_WORKER, as: 'owner' })

// Specification: 2.83, 4.15, 5.18, 8.38
test('a comment is there at once, edited, deleted, or refused', async ({ page, post_id, path }) => {
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const field = post.getByPlaceholder(texts.post.commentPlaceholder)

  await field.fill('   ')
  await field.press('Enter')
  await field.fill('What a night!')
  await field.press('Enter')
  await expect(post.getByText('What a night!')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(post.getByText(texts.post.comments(1))).toBeAttached()

  await post.getByRole('button', { name: texts.post.editComment }).click()
  const editor = post.getByRole('textbox', { name: texts.post.editComment })
  await expect(editor).toHaveValue('What a night!')
  await editor.fill('What a morning!')
  await editor.press('Escape')
  const discard = page.getByRole('alertdialog', { name: texts.common.discardQuestion })
  await discard.getByRole('button', { name: texts.common.keepEditing }).click()
  await expect(editor).toBeFocused()
  await editor.press('Enter')
  await expect(post.getByText('What a morning!')).toBeVisible()
  await expect(post.getByRole('button', { name: texts.post.editComment })).toBeFocused()
  await page.reload()
  await expect(post.getByText('What a morning!')).toBeVisible()

  await refuse(page, '**/comment', 'POST')
  const refusal = texts.post.commentRefused('Nobody may read this')
  await field.fill('Nobody may read this')
  await field.press('Enter')
  await expect(page.getByRole('alertdialog', { name: refusal })).toBeVisible()
  await closeAlert(page)
  await expect(field).toHaveValue('Nobody may read this')
  await expect(post.getByRole('listitem')).toHaveCount(1)

  await post.getByRole('button', { name: texts.post.deleteComment }).click()
  const question = page.getByRole('alertdialog', { name: texts.post.deleteCommentQuestion })
  await question.getByRole('button', { name: texts.common.cancel }).click()
  await expect(post.getByRole('listitem')).toHaveCount(1)
  await post.getByRole('button', { name: texts.post.deleteComment }).click()
  await confirmDeletion(page, texts.post.deleteCommentQuestion)
  await expect(post.getByRole('listitem')).toHaveCount(0)
  await expect(post.getByText(texts.post.comments(0))).toBeAttached()
})

test('who sends a comment by the button and the keyboard writes on in the field @full', async ({
  page,
  post_id,
  path,
}) => {
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const field = post.getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('What a night!')
  await field.press('Tab')
  await expect(post.getByRole('button', { name: texts.post.addComment })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(post.getByText('What a night!')).toBeVisible()
  await expect(field).toBeFocused()
})

// Specification: 2.84
test('View All shows every comment of a post', async ({ page, post_id, addComment, path }) => {
  for (const words of ['one', 'two', 'three', 'four', 'five']) await addComment(post_id, words)
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  await expect(post.getByRole('listitem')).toHaveCount(3)
  await post.getByRole('button', { name: texts.post.viewAll }).click()
  await expect(post.getByRole('listitem')).toHaveText([/five/, /four/, /three/, /two/, /one/])
  await expect(post.getByRole('button', { name: texts.post.viewAll })).toBeHidden()
})

test('focus leads to the field after deleting a comment by keyboard @full', async ({
  page,
  post_id,
  path,
}) => {
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const field = post.getByPlaceholder(texts.post.commentPlaceholder)
  for (const words of ['First', 'Second']) {
    await field.fill(words)
    await field.press('Enter')
    await expect(post.getByText(words)).toBeVisible()
  }
  const bin = post.getByRole('button', { name: texts.post.deleteComment }).first()
  await bin.click()
  await confirmDeletion(page, texts.post.deleteCommentQuestion)
  await expect(post.getByRole('listitem')).toHaveCount(1)
  await expect(field).not.toBeFocused()
  // Neither is the focus lost.
  await expect(post.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()

  await bin.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(post.getByRole('listitem')).toHaveCount(0)
  await expect(field).toBeFocused()
})
