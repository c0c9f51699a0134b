import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { COMMENT_MAX } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { comments } from './post-comments.ts'

test.use({ ...WITHOUT_WORKER, as: 'guest' })

const viewAll = (page: Page) => page.getByRole('button', { name: texts.post.viewAll })

test('a comment has 200 characters as people count them', async ({
  page,
  client,
  guest: { token },
  event: { event_hash },
  post_id,
  path,
}) => {
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const field = post.getByRole('textbox', { name: texts.post.commentPlaceholder })
  const left = post.getByRole('status')
  const paste = async (words: string) => {
    await field.focus()
    await page.keyboard.insertText(words)
  }
  const hearts = '💛'.repeat(150)
  await paste(hearts)
  await expect(field).toHaveValue(hearts)
  await expect(left).toBeHidden()
  await paste('x'.repeat(31))
  await expect(left).toHaveText(texts.post.charactersLeft(19))
  await field.pressSequentially('y'.repeat(22))
  const full = `${hearts}${'x'.repeat(31)}${'y'.repeat(19)}`
  await expect(field).toHaveValue(full)
  await expect(left).toHaveText(texts.post.charactersLeft(0))
  // What does not fit in between leaves alone what stands behind it.
  await page.keyboard.press('Home')
  await paste('z')
  await expect(field).toHaveValue(full)

  // What is pasted stays whole, and cannot be sent before it is shortened.
  await paste('zzz')
  await expect(field).toHaveValue(`zzz${full}`)
  await expect(left).toHaveText(texts.post.charactersOver(3))
  await expect(post.getByRole('button', { name: texts.post.addComment })).toBeDisabled()
  await page.keyboard.press('Enter')
  await paste('q')
  await expect(field).toHaveValue(`zzz${full}`)
  for (const _letter of 'zzz') await page.keyboard.press('Backspace')
  await expect(left).toHaveText(texts.post.charactersLeft(0))

  await page.keyboard.press('Enter')
  await expect(comments(page)).toContainText([full])
  await expect(field).toHaveValue('')
  expect([...full]).toHaveLength(COMMENT_MAX)
  const params = { event_hash, post_id }
  await expect
    .poll(async () => (await client.call(api.getPost, { params, token })).body.post.Comments)
    .toMatchObject([{ content: full }])
})

test('comments that cannot be loaded are said to be missing @full', async ({
  page,
  post_id,
  addComment,
  path,
}) => {
  for (let at = 1; at <= 5; at += 1) await addComment(post_id, `Comment ${at}`)
  const all = '**/comments/all'
  await page.route(all, (route) => route.fulfill({ status: 500 }))
  await page.goto(`${path}/post/${post_id}`)
  await viewAll(page).click()
  await expect(page.getByText(texts.post.commentsFailed)).toBeVisible()
  await expect(comments(page)).toHaveCount(3)
  await page.unroute(all)
  await viewAll(page).click()
  await expect(comments(page)).toHaveCount(5)
  await expect(page.getByText(texts.post.commentsFailed)).toHaveCount(0)
})
