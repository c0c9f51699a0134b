import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Comment, Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { comments } from './post-comments.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

interface Scene {
  page: Page
  client: ApiClient
  event: Event
  owner: Person
  guest: Person
  post_id: number
}

/** The page with a post and a comment of its viewer's on it, whose editor is open with other words in it. */
async function openEditor({ page, client, event, owner, guest, post_id }: Scene) {
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
  const sayAsGuest = (content: string) => say(content, guest.token)
  return { editor, contents, remove, sayAsGuest }
}

test('a comment being edited stays when newer ones take its place', async ({
  page,
  client,
  event,
  owner,
  guest,
  post_id,
}) => {
  const { editor, contents, sayAsGuest } = await openEditor({
    page,
    client,
    event,
    owner,
    guest,
    post_id,
  })
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

test('words for a comment deleted meanwhile are given back', async ({
  page,
  client,
  event,
  owner,
  guest,
  post_id,
}) => {
  const { editor, remove } = await openEditor({ page, client, event, owner, guest, post_id })
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

test('an edited comment is shown so after a reload', async ({
  page,
  client,
  event,
  owner,
  guest,
  post_id,
}) => {
  const { editor, contents } = await openEditor({ page, client, event, owner, guest, post_id })
  await reloadWhileSending(page, editor)
  expect(await contents()).toEqual(['Mine'])
})
