import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { enter, expect, test as base } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'
import { sentComments } from './post-comments.ts'
import { chooseNew } from './uploads-fixtures.ts'
import { uploadNow } from './venue-fixtures.ts'

const WORDS = 'On second thoughts'

/** A guest at the login that a comment led to, from the `address` of a post. `commentCount`: what the server has of it. */
const test = base.extend<{ address: string; commentCount: () => Promise<number> }>({
  async address({ page, path, addPhotos }, use) {
    const [post] = await addPhotos(1)
    const address = `${path}/post/${post?.id}`
    await page.goto(address)
    await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill(WORDS)
    await page.keyboard.press('Enter')
    const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
    await prompt.getByRole('button', { name: texts.loginPrompt.login }).click()
    await expect(page).toHaveURL(`${path}/login`)
    await use(address)
  },
  commentCount: ({ client, event: { event_hash }, address }, use) =>
    use(async () => {
      const params = { event_hash, post_id: address.split('/').at(-1) ?? '' }
      return (await client.call(api.getPost, { params })).body.post.commentCount
    }),
})

test.use(HEADLESS_SHELL)

// Specification: 5.19
test('a comment given up at the login is not published later', async ({
  page,
  orma,
  path,
  address,
  commentCount,
}) => {
  await page.goBack()
  await expect(page).toHaveURL(address)
  const field = page.getByRole('textbox', { name: texts.post.commentPlaceholder })
  await expect(field).toHaveValue(WORDS)
  await page.goto(`${path}/upload`)
  await chooseNew(page, 1)
  await uploadNow(page)
  const alert = page.getByRole('alertdialog', { name: texts.upload.mustVerify })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page).toHaveURL(`${path}/login`)
  await signIn(page, orma, newGuest('Gero Guest'))
  await expect(page).toHaveURL(`${path}/upload`)
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
test('a comment that led to the login is written once after it @full', async ({
  page,
  orma,
  address,
  commentCount,
}) => {
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
  await expect(page).toHaveURL(address)
  await expect(sentComments(page)).toHaveText(new RegExp(WORDS))
  expect(await commentCount()).toBe(1)
})

// Specification: 5.19
test('a comment is written also where its author is signed in by another tab @full', async ({
  page,
  context,
  address,
  guest,
  commentCount,
}) => {
  await enter(context, guest)
  await page.reload()
  await expect(page).toHaveURL(address)
  await expect(sentComments(page)).toHaveText(new RegExp(WORDS))
  expect(await commentCount()).toBe(1)
})
