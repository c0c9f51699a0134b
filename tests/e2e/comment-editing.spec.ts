import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Comment } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect, test } from './fixtures.ts'
import { comments } from './post-comments.ts'
import { setScene } from './post-fixtures.ts'

test.use(WITHOUT_WORKER)

/** The page with a post and a comment of its viewer's on it, whose editor is open with other words in it. */
async function openEditor(orma: OrmaServer, page: Page) {
  const { event, owner, post_id } = await setScene(orma, page)
  const client = createApiClient(orma)
  const params = { event_hash: event.event_hash, post_id }
  const say = async (content: string, token = owner.token) => {
    const key = crypto.randomUUID()
    const { body } = await client.call(api.addComment, { params, json: { content }, token, key })
    return body as Comment
  }
  const own = await say('Mine')
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  await live
  await page.getByRole('button', { name: texts.post.editComment }).click()
  const editor = page.getByRole('textbox', { name: texts.post.editComment })
  await editor.fill('Mine, in other words')
  const contents = async () => {
    const { body } = await client.call(api.listComments, { params, token: owner.token })
    return (body.comments as Comment[]).map(({ content }) => content)
  }
  const remove = () =>
    client.call(api.deleteComment, {
      params: { event_hash: event.event_hash, id: post_id, comment_id: own.id },
      token: owner.token,
    })
  const removePhoto = () =>
    client.call(api.deletePost, {
      params,
      token: owner.token,
    })
  const guest = await client.signUp('Gero')
  const sayAsGuest = (content: string) => say(content, guest.token)
  return { editor, contents, remove, removePhoto, sayAsGuest }
}

test('a comment that is being edited stays, with its words and the focus, when newer ones take its place', async ({
  orma,
  page,
}) => {
  const { editor, contents, sayAsGuest } = await openEditor(orma, page)
  for (const words of ['one', 'two', 'three']) await sayAsGuest(words)
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

test('the words for a comment that was deleted meanwhile are given back once they are sent', async ({
  orma,
  page,
}) => {
  const { editor, remove } = await openEditor(orma, page)
  const { status } = await remove()
  expect(status).toBe(200)
  await expect(page.getByText(texts.post.comments(0)).first()).toBeAttached()
  await expect(editor).toHaveValue('Mine, in other words')
  await editor.press('Enter')
  const told = texts.post.commentRefused('Mine, in other words')
  await expect(page.getByRole('alertdialog', { name: told })).toBeVisible()
})

/** Requests that change a comment. */
const CHANGES = /\/comment\/\d+$/

/** Saves an edit that gets no answer, and loads the page anew, which shows it all the same. */
async function reloadWhileSending(page: Page, editor: Locator): Promise<void> {
  const sending = Promise.withResolvers<void>()
  await page.route(CHANGES, () => sending.resolve())
  await editor.press('Enter')
  await sending.promise
  await page.reload()
  await expect(comments(page)).toHaveText(/Mine, in other words/)
}

test('a comment that was edited is shown so on the page that is loaded anew before the server has answered', async ({
  orma,
  page,
}) => {
  const { editor, contents } = await openEditor(orma, page)
  await reloadWhileSending(page, editor)
  expect(await contents()).toEqual(['Mine'])
})

test('of two edits, before and after the page was loaded anew, the later one stays @full', async ({
  orma,
  page,
}) => {
  const { editor, contents } = await openEditor(orma, page)
  await reloadWhileSending(page, editor)
  await page.unroute(CHANGES)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().content)
  })
  await page.getByRole('button', { name: texts.post.editComment }).click()
  await editor.fill('Mine, at last')
  await editor.press('Enter')
  await expect(comments(page)).toHaveText(/Mine, at last/)
  // The outbox leaves a change to its page for 35 s.
  await expect
    .poll(() => sent, { timeout: 90_000 })
    .toEqual(['Mine, in other words', 'Mine, at last'])
  await expect.poll(contents).toEqual(['Mine, at last'])
  await expect(comments(page)).toHaveText(/Mine, at last/)
})

test('the question whether to delete a comment stays when newer ones take its place, and deletes it', async ({
  orma,
  page,
}) => {
  const { editor, contents, sayAsGuest } = await openEditor(orma, page)
  await editor.press('Escape')
  await page.getByRole('button', { name: texts.common.discard }).click()
  await page.getByRole('button', { name: texts.post.deleteComment }).click()
  const question = page.getByRole('alertdialog', { name: texts.post.deleteCommentQuestion })
  for (const words of ['one', 'two', 'three']) await sayAsGuest(words)
  await expect(comments(page).filter({ hasText: 'three' })).toBeAttached()
  await question.getByRole('button', { name: texts.common.delete }).click()
  await expect.poll(contents).toEqual(['three', 'two', 'one'])
  await expect(comments(page)).toHaveCount(3)
  // It went with its row; the focus did not.
  await expect(page.getByRole('article').first().locator(':focus')).toHaveCount(1)
})

test('the words of an edit are given back when its photo is removed meanwhile', async ({
  orma,
  page,
}) => {
  const { editor, removePhoto } = await openEditor(orma, page)
  await expect(editor).toHaveValue('Mine, in other words')
  await removePhoto()
  const lost = texts.post.commentLost('Mine, in other words')
  await expect(page.getByRole('alertdialog', { name: lost })).toBeVisible()
})
