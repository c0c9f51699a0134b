import type { BrowserContext, Page, Response } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, openLive, test } from './fixtures.ts'
import { confirmDeletion } from './people.ts'

test.use(HEADLESS_SHELL)

/** Notes the calls by which a context asks for posts; what comes live comes without any. */
function watchReads(context: BrowserContext): string[] {
  const reads: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/(posts\/\d+|post\/\d+|pending_posts|comments\/all)$/.test(pathname)) {
      if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname)
    }
  })
  return reads
}

const tile = (page: Page, post?: Post) => page.locator(`li[data-post="${post?.id}"]`)

test('what one guest does, another sees without asking', async ({
  elsewhere,
  client,
  event,
  owner,
  guest,
  path,
  addPhotos,
}) => {
  const [first] = await addPhotos(1)
  const [actor, viewer] = [await elsewhere(owner), await elsewhere(guest)]
  await openLive(viewer, path)
  await expect(tile(viewer, first)).toBeVisible()
  let reads = watchReads(viewer.context())

  await test.step('a photo comes into the feed, and its author is told without polling', async () => {
    await openLive(actor, `${path}/upload`)
    const polls = watchReads(actor.context())
    const buffer = await makePhoto({ width: 800, height: 600, seed: 2 })
    const file = { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer }
    await actor.locator('input[type=file]').setInputFiles([file])
    await actor.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(actor.getByText(texts.upload.shown)).toBeVisible()
    expect(polls.filter((path) => !path.endsWith('/posts/1'))).toEqual([])
    await expect(viewer.locator('li[data-post]')).toHaveCount(2)
    await expect(viewer.locator('li[data-post] img').first()).toHaveJSProperty('complete', true)
  })
  expect(reads).toEqual([])

  const post = (page: Page) => page.getByRole('article').first()
  await test.step('likes and comments change in the post view', async () => {
    await viewer.locator('li[data-post]').first().locator('a').click()
    await expect(post(viewer)).toBeVisible()
    const id = await post(viewer).getAttribute('data-post')
    await actor.goto(`${path}/post/${id}`)
    await expect(
      post(viewer).getByRole('button', { name: texts.post.like, exact: true }),
    ).toBeVisible()
    await viewer.waitForFunction(() => document.querySelectorAll('article').length > 1)
    reads = watchReads(viewer.context())

    await post(actor).getByRole('button', { name: texts.post.like, exact: true }).click()
    await expect(post(viewer).getByText(texts.post.likes(1))).toBeAttached()
    await post(actor).getByPlaceholder(texts.post.commentPlaceholder).fill('What a night!')
    await post(actor).getByPlaceholder(texts.post.commentPlaceholder).press('Enter')
    await expect(post(viewer).getByText('What a night!')).toBeVisible()
    await post(viewer).getByRole('button', { name: texts.post.like, exact: true }).click()
    await expect(post(actor).getByText(texts.post.likes(2))).toBeAttached()
    await expect(post(viewer).getByText(texts.post.likes(2))).toBeAttached()

    await post(actor).getByRole('button', { name: texts.post.editComment }).click()
    await post(actor).getByRole('textbox', { name: texts.post.editComment }).fill('What a morning!')
    await post(actor).getByRole('textbox', { name: texts.post.editComment }).press('Enter')
    await expect(post(viewer).getByText('What a morning!')).toBeVisible()
    await post(actor).getByRole('button', { name: texts.post.deleteComment }).click()
    await confirmDeletion(actor, texts.post.deleteCommentQuestion)
    await expect(post(viewer).getByText('What a morning!')).toBeHidden()
    await expect(post(viewer).getByText(texts.post.comments(0))).toBeAttached()
    expect(reads).toEqual([])
  })

  await test.step('a deleted photo goes', async () => {
    await viewer.goBack()
    await expect(viewer.locator('li[data-post]')).toHaveCount(2)
    const params = { event_hash: event.event_hash, post_id: first?.id ?? 0 }
    await client.call(api.deletePost, { params, token: owner.token })
    await expect(viewer.locator('li[data-post]')).toHaveCount(1)
    await expect(tile(viewer, first)).toBeHidden()

    await viewer.locator('li[data-post] a').click()
    const last = { ...params, post_id: Number(await post(viewer).getAttribute('data-post')) }
    await client.call(api.deletePost, { params: last, token: owner.token })
    await expect(viewer).toHaveURL(path)
    await expect(viewer.getByText(texts.feed.empty)).toBeVisible()
  })
})

test('a cut stream goes on where it was, also after a restart @full', async ({
  page,
  orma,
  path,
  addPhotos,
}) => {
  const [first] = await addPhotos(1)
  await openLive(page, path)
  await expect(tile(page, first)).toBeVisible()
  const [second] = await addPhotos(1)
  await expect(tile(page, second)).toBeVisible()

  // Until it is resumed, which a slow machine takes long for, a page that hears nothing asks every 30 s.
  const isResumed = async (response: Response) =>
    response.url().endsWith('/live') && 'last-event-id' in (await response.request().allHeaders())
  const readsSince = page
    .waitForResponse((response) => isResumed(response))
    .then(() => watchReads(page.context()))
  await orma.kill9()
  await orma.restart()
  const [third] = await addPhotos(1)
  const reads = await readsSince
  await expect(tile(page, third)).toBeVisible()
  expect(reads.filter((path) => path.includes('/posts/'))).toEqual([])
})
