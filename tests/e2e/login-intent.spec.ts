import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { createApiClient } from '../support/api-client.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'
import { sentComments } from './post-comments.ts'
import { chooseNew } from './uploads-fixtures.ts'
import { uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

const WORDS = 'On second thoughts'

/** A guest at the login that a comment led to. `commentCount`: what the server has of the post. */
async function commentAsGuest(page: Page, orma: OrmaServer) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const { event_hash, ...event } = await client.createOrma(owner)
  addManyPosts(orma, { event_hash, ...event }, owner, 1)
  const { body } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  const params = { event_hash, post_id: body[0].id as number }
  const address = `/${event_hash}/post/${params.post_id}`
  await page.goto(address)
  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill(WORDS)
  await page.keyboard.press('Enter')
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.login }).click()
  await expect(page).toHaveURL(`/${event_hash}/login`)
  const commentCount = async () =>
    (await client.call(api.getPost, { params })).body.post.commentCount as number
  return { event_hash, address, commentCount }
}

// Specification: 5.19
test('a comment given up at the login is not published later', async ({ page, orma }) => {
  const { event_hash, address, commentCount } = await commentAsGuest(page, orma)
  await page.goBack()
  await expect(page).toHaveURL(address)
  const field = page.getByRole('textbox', { name: texts.post.commentPlaceholder })
  await expect(field).toHaveValue(WORDS)
  await page.goto(`/${event_hash}/upload`)
  await chooseNew(page, 1)
  await uploadNow(page)
  const alert = page.getByRole('alertdialog', { name: texts.upload.mustVerify })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page).toHaveURL(`/${event_hash}/login`)
  await signIn(page, orma, newGuest('Gero Guest'))
  await expect(page).toHaveURL(`/${event_hash}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)

  await page.goto(address)
  await expect(page.getByRole('button', { name: texts.post.like, exact: true })).toBeVisible()
  await expect(page.getByText(WORDS)).toHaveCount(0)
  expect(await commentCount()).toBe(0)
  // Its author may still send it, once.
  await expect(field).toHaveValue(WORDS)
  await field.press('Enter')
  await expect(sentComments(page)).toHaveText(new RegExp(WORDS))
  await page.reload()
  await expect(sentComments(page)).toHaveText(new RegExp(WORDS))
  await expect(field).toHaveValue('')
  expect(await commentCount()).toBe(1)
})

// Specification: 5.19
test('a comment that led to the login is written once after it @full', async ({ page, orma }) => {
  const { event_hash, address, commentCount } = await commentAsGuest(page, orma)
  await page.reload()
  await page.getByLabel(texts.login.phone, { exact: true }).fill('2135550187')
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: texts.login.changeNumber }).click()
  await signIn(page, orma, newGuest('Gero Guest'))
  await expect(page).toHaveURL(address)
  await expect(sentComments(page)).toHaveText(new RegExp(WORDS))
  await page.goForward()
  await expect(page).toHaveURL(`/${event_hash}/upload`)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(sentComments(page)).toHaveText(new RegExp(WORDS))
  expect(await commentCount()).toBe(1)
})
