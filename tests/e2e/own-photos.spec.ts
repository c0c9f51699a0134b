import type { BrowserContext } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

const POSTS = 5

/** An Orma with a photo of its owner's and one of a guest's, who is signed in. */
async function twoPhotos(context: BrowserContext, orma: OrmaServer) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gero Guest')
  const event = await client.createOrma(owner)
  const ids: number[] = []
  for (const [seed, author] of [owner, guest].entries()) {
    const { body } = await client.upload(
      event,
      author,
      await makePhoto({ seed, width: 800, height: 600 }),
    )
    ids.push((await client.whenProcessed(event, author, body.post.id)).id)
  }
  await enter(context, guest)
  const [ofOwner = 0, ofGuest = 0] = ids
  const params = { event_hash: event.event_hash }
  const original = async (post_id: number) => {
    const { body } = await client.call(api.getPost, { params: { ...params, post_id } })
    return Buffer.from(await (await fetch(orma.url + body.post.image_url)).arrayBuffer())
  }
  return { client, event, guest, path: `/${event.event_hash}`, params, ofOwner, ofGuest, original }
}

test('a photo goes to the share sheet, or is saved as a file', async ({ page, context, orma }) => {
  await context.addInitScript(() => {
    let shares = 0
    navigator.canShare = (data) => (data?.files?.length ?? 0) > 0
    navigator.share = async (data) => {
      const [file] = data?.files ?? []
      document.title = `${file?.name} ${file?.type} ${file?.size}`
      shares += 1
      throw new DOMException('', shares === 1 ? 'AbortError' : 'NotAllowedError')
    }
  })
  const { path, ofOwner, original } = await twoPhotos(context, orma)
  await page.goto(`${path}/post/${ofOwner}`)
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  const save = page.getByRole('button', { name: texts.post.save }).first()
  await save.click()
  const { length } = await original(ofOwner)
  await expect(page).toHaveTitle(`Orma-${ofOwner}.jpg image/jpeg ${length}`)
  await expect(save).not.toHaveAttribute('aria-busy')
  expect(downloads).toEqual([])
  const saved = page.waitForEvent('download')
  await save.click()
  await saved
})

// Specification: 2.43
test('My photos shows one’s own photos of an Orma, to save and to delete', async ({
  page,
  context,
  orma,
}) => {
  const { path, client, params, ofGuest } = await twoPhotos(context, orma)
  await page.goto(`${path}/upload`)
  await page.getByRole('link', { name: texts.upload.myPhotos }).click()
  await expect(page).toHaveURL(`${orma.url}${path}/myphotos`)
  const photos = page.getByRole('main').getByRole('listitem')
  await expect(photos).toHaveCount(1)
  await expect(photos.getByRole('link')).toHaveAttribute('href', `${path}/post/${ofGuest}`)
  await expect(photos.getByRole('button', { name: texts.post.save })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await photos.getByRole('button', { name: texts.post.delete }).click()
  await expect(page.getByText(texts.post.deleteWarning)).toBeVisible()
  await page.getByRole('button', { name: texts.common.delete, exact: true }).click()
  await expect(page.getByText(texts.ownPhotos.empty)).toBeVisible()
  const reply = await client.call(api.getPost, { params: { ...params, post_id: ofGuest } })
  expect(reply.status).toBe(404)
  await page.getByRole('button', { name: texts.common.close }).click()
  await expect(page).toHaveURL(orma.url + path)
})

test('in My photos focus goes on from a deleted photo @full', async ({
  page,
  context,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, POSTS)
  await enter(context, owner)
  await page.goto(`${path}/myphotos`)
  const photos = page.getByRole('main').getByRole('listitem')
  await expect(photos).toHaveCount(POSTS)
  const next = photos.nth(2).getByRole('link')
  const address = await next.getAttribute('href')
  const remove = async (at: number) => {
    await photos.nth(at).getByRole('button', { name: texts.post.delete }).press('Enter')
    const confirm = page.getByRole('button', { name: texts.common.delete, exact: true })
    await confirm.press('Enter')
    await expect(confirm).toHaveCount(0)
  }
  await remove(1)
  await expect(photos.nth(1).getByRole('link')).toHaveAttribute('href', address ?? '')
  await expect(photos.nth(1).getByRole('button').first()).toBeFocused()
  await remove(POSTS - 2)
  await expect(
    photos
      .nth(POSTS - 3)
      .getByRole('button')
      .first(),
  ).toBeFocused()
  for (let left = POSTS - 2; left > 0; left--) await remove(0)
  await expect(page.getByRole('heading', { name: texts.upload.myPhotos })).toBeFocused()
})

test('My photos asks a guest to sign in, and is there after it', async ({
  page,
  orma,
  event,
  path,
}) => {
  await page.goto(`${path}/myphotos`)
  await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
  await page.getByRole('link', { name: texts.loginPrompt.login, exact: true }).last().click()
  await signIn(page, orma, newGuest('Gero Guest'))
  await expect(page).toHaveURL(`${orma.url}/${event.event_hash}/myphotos`)
  await expect(page.getByText(texts.ownPhotos.empty)).toBeVisible()
})
