import type { Locator } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Comment } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, openLive, test as base } from './fixtures.ts'
import { comments } from './post-comments.ts'

/** A comment of the viewer's own, and its editor on the page of the post, with other words in it. */
const test = base.extend<{ own: Comment; editor: Locator; contents: () => Promise<string[]> }>({
  own: async ({ addComment, post_id }, use) => use(await addComment(post_id, 'Mine')),
  async editor({ page, path, post_id, own: _own }, use) {
    await openLive(page, `${path}/post/${post_id}`)
    await page.getByRole('button', { name: texts.post.editComment }).click()
    const editor = page.getByRole('textbox', { name: texts.post.editComment })
    await editor.fill('Mine, in other words')
    await use(editor)
  },
  contents: ({ client, event: { event_hash }, owner: { token }, post_id }, use) =>
    use(async () => {
      const params = { event_hash, post_id }
      const { body } = await client.call(api.listComments, { params, token })
      return (body.comments as Comment[]).map(({ content }) => content)
    }),
})

test.use({ ...WITHOUT_WORKER, as: 'owner' })

test('a comment being edited stays when newer ones take its place', async ({
  page,
  guest,
  post_id,
  addComment,
  editor,
  contents,
}) => {
  for (const words of ['one', 'two', 'three']) await addComment(post_id, words, guest)
  await expect(comments(page).filter({ hasText: 'three' })).toBeVisible()
  await expect(editor).toHaveValue('Mine, in other words')
  await expect(editor).toBeFocused()

  await editor.press('Enter')
  await expect.poll(contents).toEqual(['three', 'two', 'one', 'Mine, in other words'])
  await expect(comments(page)).toHaveCount(3)
  // It stands behind the button now, and the focus is not lost with it.
  await expect(page.getByRole('article').first().locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: texts.post.viewAll }).click()
  await expect(comments(page).last()).toContainText('Mine, in other words')
})

test('words for a comment deleted meanwhile are given back', async ({
  page,
  client,
  event: { event_hash },
  owner: { token },
  post_id,
  own,
  editor,
}) => {
  const params = { event_hash, id: post_id, comment_id: own.id }
  expect((await client.call(api.deleteComment, { params, token })).status).toBe(200)
  await expect(page.getByText(texts.post.comments(0)).first()).toBeAttached()
  await expect(editor).toHaveValue('Mine, in other words')
  await editor.press('Enter')
  const told = texts.post.commentRefused('Mine, in other words')
  await expect(page.getByRole('alertdialog', { name: told })).toBeVisible()
})

test('an edited comment is shown so after a reload @full', async ({ page, editor, contents }) => {
  const sending = Promise.withResolvers<void>()
  // It gets no answer.
  await page.route(/\/comment\/\d+$/, () => sending.resolve())
  await editor.press('Enter')
  await sending.promise
  await page.reload()
  await expect(comments(page)).toHaveText(/Mine, in other words/)
  expect(await contents()).toEqual(['Mine'])
})
