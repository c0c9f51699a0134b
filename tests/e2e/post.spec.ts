import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { confirmDeletion } from './people.ts'

interface Scene {
  event: Event
  owner: Person
  /** The newest post's id. */
  post_id: number
}

/** An Orma with a few posts, and its owner signed in on the page. */
async function setScene(orma: OrmaServer, page: Page): Promise<Scene> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  addManyPosts(orma, event, owner, 5)
  const params = { event_hash: event.event_hash, page: 1 }
  const { body: posts } = await client.call(api.listPosts, { params })
  await page.context().addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  return { event, owner, post_id: posts[0].id }
}

/** Has the next calls of this kind refused as the server would. */
async function refuse(page: Page, path: string, method: string, error = 'No.') {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fulfill({ status: 403, json: { success: false, error, code: 'forbidden' } })
  })
}

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

async function closeAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.common.confirm, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

// Calls are refused in the page: its worker would send them past that.
test.use(WITHOUT_WORKER)

test('a double tap likes with a heart and never unlikes; a refused like is taken back', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const unlike = post.getByRole('button', { name: texts.post.unlike })
  const like = post.getByRole('button', { name: texts.post.like, exact: true })

  for (const _time of [1, 2]) {
    await post.locator('.po-photo').dblclick()
    await expect(post.locator('.hb')).toBeAttached()
    await expect(unlike).toBeVisible()
  }
  await expect(post.getByText(texts.post.likes(1))).toBeAttached()

  await unlike.click()
  await expect(like).toBeVisible()
  await expect(post.getByText(texts.post.likes(0))).toBeAttached()

  await refuse(page, '**/post/like', 'POST')
  await like.click()
  await expect(page.getByRole('alertdialog', { name: texts.post.likeFailed })).toBeVisible()
  await expect(like).toBeAttached()
  await closeAlert(page)
})

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
  await editor.press('Enter')
  await expect(post.getByText('What a morning!')).toBeVisible()
  await expect(post.getByRole('button', { name: texts.post.editComment })).toBeFocused()
  await page.reload()
  await expect(post.getByText('What a morning!')).toBeVisible()

  await refuse(page, '**/comment', 'POST')
  await field.fill('Nobody may read this')
  await field.press('Enter')
  await expect(page.getByRole('alertdialog', { name: texts.post.commentFailed })).toBeVisible()
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
  await expect(field).toBeFocused()
  await expect(post.getByText(texts.post.comments(0))).toBeAttached()
})

test('what is pressed before the page knows who is signed in waits for that: nobody signed in is asked to sign in', async ({
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

test('a guest whose session turns out to have ended is asked to sign in then, and keeps the words', async ({
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

test('a post is deleted after a warning, which also says why it could not be', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}`)
  await page.locator(`li[data-post="${post_id}"] a`).click()
  const remove = page.getByRole('article').first().getByRole('button', { name: texts.post.delete })
  const warning = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  const confirm = warning.getByRole('button', { name: texts.common.delete })

  await refuse(page, `**/post/${post_id}`, 'DELETE', 'Not today.')
  await remove.click()
  const { x = 0, width = 0 } = (await warning.boundingBox()) ?? {}
  const middle = await page.evaluate(() => innerWidth / 2)
  // In the middle, but for the scrollbar's place.
  expect(Math.abs(x + width / 2 - middle)).toBeLessThan(16)
  await confirm.click()
  const failed = page.getByRole('alertdialog', { name: texts.post.deleteFailed('Not today.') })
  await expect(failed).toBeVisible()
  await expect(warning).toBeHidden()
  await closeAlert(page)

  await page.unroute(`**/post/${post_id}`)
  await remove.click()
  await confirm.click()
  await expect(page).toHaveURL(`/${event.event_hash}`)
  await expect(page.locator('li[data-post]')).toHaveCount(4)
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  await expect(page.getByText(texts.post.notFound)).toBeVisible()
})

test('an address that names no post, and a failed load, say so', async ({ orma, page }) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}/post/seven`)
  await expect(page.getByText(texts.post.invalidUrl)).toBeVisible()

  await refuse(page, `**/post/${post_id}?next=24`, 'GET')
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  await expect(page.getByText(texts.post.loadFailed)).toBeVisible()
  await page.unroute(`**/post/${post_id}?next=24`)
  await page.getByRole('button', { name: texts.common.retry }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`event page and post view have no accessibility violation, ${colorScheme}`, async ({
    orma,
    page,
  }) => {
    const { event, post_id } = await setScene(orma, page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const paths = ['', `/post/${post_id}`, '/post/999999999']
    for (const path of paths) {
      await page.goto(`/${event.event_hash}${path}`)
      await expect(page.locator('li[data-post], article, [role=alert]').first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    }
  })
}
