import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { confirmDeletion } from './people.ts'
import { closeAlert, refuse, setScene } from './post-fixtures.ts'

// Calls are refused in the page: its worker would send them past that.
test.use(WITHOUT_WORKER)

/** Holds back the server's word of who is signed in, until the function given is called. */
async function holdSession(page: Page): Promise<() => void> {
  let tell: () => void = () => undefined
  const told = new Promise<void>((resolve) => (tell = resolve))
  await page.route('**/users/verify', async (route) => {
    await told
    await route.continue()
  })
  return tell
}

test('a comment is there at once, is edited and deleted; the words of a refused one come back', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
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

test('who sends a comment by the button and the keyboard writes on in the field', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const field = post.getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('What a night!')
  await field.press('Tab')
  await expect(post.getByRole('button', { name: texts.post.addComment })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(post.getByText('What a night!')).toBeVisible()
  await expect(field).toBeFocused()
})

test('the words of a comment that is refused after its page was left are told', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  const refused = Promise.withResolvers<void>()
  await page.route('**/comment', async (route) => {
    await refused.promise
    await route.fulfill({ status: 403, json: { success: false, error: 'No.', code: 'forbidden' } })
  })
  await page.goto(`/${event.event_hash}`)
  await page.locator(`[href$="/post/${post_id}"]`).click()
  const sending = page.waitForRequest('**/comment')
  const field = page.getByRole('article').first().getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('What a night!')
  await field.press('Enter')
  await sending
  await page.goBack()
  await expect(field).toHaveCount(0)
  refused.resolve()
  const told = page.getByRole('alertdialog', { name: texts.post.commentRefused('What a night!') })
  await expect(told).toBeVisible()
})

test('what is pressed before the page knows who is signed in waits for that: nobody signed in is asked to sign in @full', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  const tell = await holdSession(page)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const field = post.getByPlaceholder(texts.post.commentPlaceholder)
  await post.getByRole('button', { name: texts.post.like, exact: true }).click()
  await field.fill('What a')
  await field.press('Enter')
  await expect(field).toHaveValue('What a')
  await field.pressSequentially(' night!')
  await field.press('Enter')
  await expect(page.getByText(texts.loginPrompt.text)).toBeHidden()

  tell()
  await expect(post.getByRole('listitem')).toHaveText([/What a night!/])
  await expect(field).toHaveValue('')
  await expect(post.getByText(texts.post.likes(1))).toBeAttached()
  await expect(page.getByText(texts.loginPrompt.text)).toBeHidden()
  await page.reload()
  await expect(post.getByRole('listitem')).toHaveText([/What a night!/])
  await expect(post.getByRole('button', { name: texts.post.unlike })).toBeVisible()
})

test('a guest whose session turns out to have ended is asked to sign in then, and keeps the words @full', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.context().addCookies([{ name: 'token', value: 'ended', url: orma.url }])
  const tell = await holdSession(page)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  const field = page.getByRole('article').first().getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('What a night!')
  await field.press('Enter')
  await expect(page.getByText(texts.loginPrompt.text)).toBeHidden()
  tell()
  await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
  await page.getByRole('button', { name: texts.loginPrompt.close }).click()
  await expect(field).toHaveValue('What a night!')
})

test('View All shows every comment of a post', async ({ orma, page }) => {
  const { event, owner, post_id } = await setScene(orma, page)
  const client = createApiClient(orma)
  const params = { event_hash: event.event_hash, post_id }
  for (const content of ['one', 'two', 'three', 'four', 'five']) {
    const { status } = await client.call(api.addComment, {
      params,
      json: { content },
      token: owner.token,
      key: crypto.randomUUID(),
    })
    expect(status).toBe(200)
  }
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  const post = page.getByRole('article').first()
  await expect(post.getByRole('listitem')).toHaveCount(3)
  await post.getByRole('button', { name: texts.post.viewAll }).click()
  await expect(post.getByRole('listitem')).toHaveText([/five/, /four/, /three/, /two/, /one/])
  await expect(post.getByRole('button', { name: texts.post.viewAll })).toBeHidden()
})

test('deleting a comment by keyboard leads to the field, by mouse or touch only near it, so that no keyboard opens', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
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
