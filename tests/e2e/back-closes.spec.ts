import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { nameField, ownedOrma } from './own-orma.ts'
import { setScene } from './post-fixtures.ts'

test.use(WITHOUT_WORKER)

test('the browser’s Back closes what is open over a page, the topmost first, asks before it discards what was entered, and leaves nothing in the history', async ({
  page,
  context,
  orma,
}) => {
  const { event, path } = await ownedOrma(context, orma)
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const openForm = async () => {
    await page.getByRole('button', { name: texts.event.share }).click()
    await page.getByRole('button', { name: texts.share.edit }).click()
    await expect(heading(texts.edit.title)).toBeVisible()
  }
  /** One step back, which is taken back. */
  const goBack = async () => {
    await page.goBack()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/')
  await page.getByRole('link', { name: event.name }).first().click()
  await expect(page).toHaveURL(path)
  const entries = await page.evaluate(() => history.length)
  const share = page.getByRole('button', { name: texts.event.share })
  await share.click()
  await expect(page.getByRole('dialog', { name: texts.event.share })).toBeVisible()
  await goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(share).toBeFocused()

  await openForm()
  await nameField(page).fill('Typed')
  await page.getByRole('button', { name: texts.edit.updateBanner }).click()
  await expect(heading(texts.create.banner)).toBeVisible()
  await goBack()
  await expect(heading(texts.edit.title)).toBeVisible()
  const question = page.getByRole('alertdialog', { name: texts.common.discardQuestion })
  await goBack()
  await expect(question).toBeVisible()
  await goBack()
  await expect(question).toHaveCount(0)
  await expect(nameField(page)).toHaveValue('Typed')
  await goBack()
  await question.getByRole('button', { name: texts.common.discard }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(path)
  expect(await page.evaluate(() => history.length)).toBe(entries)

  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
})

for (const [way, isByLink] of [
  ['the feed', false],
  ['a link', true],
] as const) {
  test(`the way back from a post that ${way} led to asks before it discards an edited comment`, async ({
    orma,
    page,
  }) => {
    const { event, owner, post_id } = await setScene(orma, page)
    await createApiClient(orma).call(api.addComment, {
      params: { event_hash: event.event_hash, post_id },
      json: { content: 'Mine' },
      token: owner.token,
      key: crypto.randomUUID(),
    })
    const post = `/${event.event_hash}/post/${post_id}`
    if (isByLink) await page.goto(post)
    else {
      await page.goto(`/${event.event_hash}`)
      await page.locator(`[data-post="${post_id}"] a`).click()
    }
    await page.getByRole('button', { name: texts.post.editComment }).click()
    const editor = page.getByRole('textbox', { name: texts.post.editComment })
    await editor.fill('Mine, in other words')
    await page.getByRole('button', { name: texts.common.back }).click()
    const question = page.getByRole('alertdialog', { name: texts.common.discardQuestion })
    await question.getByRole('button', { name: texts.common.keepEditing }).click()
    await expect(page).toHaveURL(post)
    await expect(editor).toHaveValue('Mine, in other words')
    await editor.fill('Mine')
    await page.getByRole('button', { name: texts.common.back }).click()
    await expect(page).toHaveURL(`/${event.event_hash}`)
  })
}
