import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { placesOf } from './device-search.ts'
import { expect, test } from './fixtures.ts'
import { setScene } from './post-fixtures.ts'

test.use(WITHOUT_WORKER)

test('a half-written comment is there again after a reload and on the way back, at its own photo, until it is sent', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  await page.goto(`/${event.event_hash}`)
  await page.locator(`[href$="/post/${post_id}"]`).click()
  const fields = page.getByRole('article').getByPlaceholder(texts.post.commentPlaceholder)
  await fields.first().fill('What a')
  await page.reload()
  await expect(fields.first()).toHaveValue('What a')
  await expect(fields.nth(1)).toHaveValue('')
  await page.goBack()
  await expect(fields).toHaveCount(0)
  await page.goForward()
  await expect(fields.first()).toHaveValue('What a')

  await fields.first().fill('What a night!')
  await fields.first().press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'What a night!' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'What a night!' })).toBeVisible()
  await expect(fields.first()).toHaveValue('')
})

test('a comment whose page is loaded anew before the server has heard of it is sent at once by the page after it', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  let isFirst = true
  await page.route('**/comment', async (route) => {
    if (!isFirst) return route.continue()
    // It is on its way until its page has gone.
    isFirst = false
  })
  await page.goto(`/${event.event_hash}/post/${post_id}`)
  const field = page.getByRole('article').first().getByPlaceholder(texts.post.commentPlaceholder)
  const sent = page.waitForRequest('**/comment')
  await field.fill('What a night!')
  await field.press('Enter')
  await sent
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'What a night!' })).toHaveCount(1)
  await expect(field).toHaveValue('')
})

test('a comment that was sent before it was known who is signed in, and its page left, is not offered again', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  const known = Promise.withResolvers<void>()
  await page.route('**/users/verify', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto(`/${event.event_hash}`)
  await page.locator(`[href$="/post/${post_id}"]`).click()
  const fields = page.getByRole('article').getByPlaceholder(texts.post.commentPlaceholder)
  await fields.first().fill('On its way')
  await fields.first().press('Enter')
  await page.goBack()
  await expect(fields).toHaveCount(0)
  await page.goForward()
  await expect(fields.first()).toHaveValue('')
  known.resolve()
  await expect(page.getByRole('listitem').filter({ hasText: 'On its way' })).toHaveCount(1)
  await expect(fields.first()).toHaveValue('')
})

test('a comment that was sent before it was known who is signed in is there again after a reload before that, and where nobody turns out to be', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  const silent = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/users/verify', async (route) => {
    asked += 1
    // The first question has no answer before its page has gone.
    if (asked === 1) return
    await silent.promise
    await route.abort()
  })
  await page.goto(`/${event.event_hash}`)
  await page.locator(`[href$="/post/${post_id}"]`).click()
  const fields = page.getByRole('article').getByPlaceholder(texts.post.commentPlaceholder)
  await fields.first().fill('On its way')
  await fields.first().press('Enter')
  await page.goBack()
  await expect(fields).toHaveCount(0)
  await page.reload()
  await page.goForward()
  await expect(fields.first()).toHaveValue('On its way')

  await fields.first().press('Enter')
  await page.goBack()
  await expect(fields).toHaveCount(0)
  silent.resolve()
  const prompt = page.getByRole('dialog')
  await prompt.getByRole('button', { name: texts.loginPrompt.close }).click()
  await page.goForward()
  await expect(fields.first()).toHaveValue('On its way')
})

test('a comment that was changed after it was sent, before it was known who is signed in, goes out as it was when its page was left', async ({
  orma,
  page,
}) => {
  const { event, post_id } = await setScene(orma, page)
  const known = Promise.withResolvers<void>()
  await page.route('**/users/verify', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto(`/${event.event_hash}`)
  await page.locator(`[href$="/post/${post_id}"]`).click()
  const fields = page.getByRole('article').getByPlaceholder(texts.post.commentPlaceholder)
  await fields.first().fill('What a')
  await fields.first().press('Enter')
  await fields.first().fill('What a night!')
  await page.goBack()
  await expect(fields).toHaveCount(0)
  const sent = page.waitForRequest('**/comment')
  known.resolve()
  expect((await sent).postDataJSON()).toMatchObject({ content: 'What a night!' })
  await page.goForward()
  await expect(page.getByRole('listitem').filter({ hasText: 'What a night!' })).toHaveCount(1)
  await expect(fields.first()).toHaveValue('')
})

test('a half-written comment goes with the session of its author, and nobody else finds it', async ({
  orma,
  page,
  context,
}) => {
  const { event, post_id } = await setScene(orma, page)
  const other = await createApiClient(orma).signUp('Gero Guest')
  const path = `/${event.event_hash}/post/${post_id}`
  await page.goto(path)
  const field = page.getByRole('article').first().getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('Only for me')
  await expect.poll(() => placesOf(page, ['Only for me'])).not.toEqual([])
  // As where somebody signs in in another tab.
  await context.addCookies([{ name: 'token', value: other.token, url: orma.url }])
  await page.reload()
  await expect(field).toHaveValue('')

  await field.fill('Nor for you')
  await expect.poll(() => placesOf(page, ['Nor for you'])).not.toEqual([])
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  await expect(page.getByRole('link', { name: texts.common.login })).toBeVisible()
  expect(await placesOf(page, ['Only for me', 'Nor for you'])).toEqual([])
  await page.goto(path)
  await expect(field).toHaveValue('')
})
