import type { Locator } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'
import { openViewer } from './viewer-fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'guest' })

test('a photo goes to the share sheet, or is saved as a file', async ({
  page,
  context,
  orma,
  addPhotos,
  path,
}) => {
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
  const [post] = await addPhotos(1)
  await page.goto(`${path}/post/${post?.id}`)
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  const save = page.getByRole('button', { name: texts.post.save }).first()
  await save.click()
  const { size } = await (await fetch(orma.url + post?.image_url)).blob()
  await expect(page).toHaveTitle(`Orma-${post?.id}.jpg image/jpeg ${size}`)
  await expect(save).not.toHaveAttribute('aria-busy')
  expect(downloads).toEqual([])
  const saved = page.waitForEvent('download')
  await save.click()
  await saved
})

// Specification: 2.43
test('My photos shows one’s own photos of an Orma, to save and to delete', async ({
  page,
  event,
  guest,
  addPhotos,
  client,
  path,
}) => {
  await addPhotos(1)
  const [last, own] = await addPhotos(2, guest)
  await page.goto(`${path}/upload`)
  await page.getByRole('link', { name: texts.upload.myPhotos }).click()
  await expect(page).toHaveURL(`${path}/myphotos`)
  const photos = page.getByRole('main').getByRole('listitem')
  await expect(photos).toHaveCount(2)
  const photo = photos.first()
  await expect(photo.getByRole('link')).toHaveAttribute('href', `${path}/post/${own?.id}`)
  await expect(photo.getByRole('button', { name: texts.post.save })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const remove = async (button: Locator) => {
    await button.click()
    await expect(page.getByText(texts.post.deleteWarning)).toBeVisible()
    await page.getByRole('button', { name: texts.common.delete, exact: true }).click()
  }
  await remove(photo.getByRole('button', { name: texts.post.delete }))
  await expect(photos).toHaveCount(1)
  // Whoever deletes the last one full screen comes back to their list.
  await photo.getByRole('link').click()
  await expect(page).toHaveURL(`${path}/post/${last?.id}`)
  await openViewer(page)
  await remove(page.getByRole('dialog').getByRole('button', { name: texts.post.delete }))
  await expect(page).toHaveURL(`${path}/myphotos`)
  await expect(page.getByText(texts.ownPhotos.empty)).toBeVisible()
  const params = { event_hash: event.event_hash, post_id: own?.id ?? 0 }
  const status = async () => (await client.call(api.getPost, { params })).status
  await expect.poll(status).toBe(404)
  await page.getByRole('button', { name: texts.common.close }).click()
  await expect(page).toHaveURL(path)
})

test('the button to download them has its mark beside its words', async ({
  page,
  client,
  event,
  owner,
  guest,
  addPhotos,
  path,
}) => {
  const params = { event_hash: event.event_hash }
  const form = toForm({ allowVideos: 'true' })
  await client.call(api.updateEvent, { params, token: owner.token, form })
  await addPhotos(1, guest)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${path}/myphotos`)
  const name = texts.withVideos(true, texts.archive.ownTitle)
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  const distance = await button.evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element.lastChild as Text)
    const lines = [...words.getClientRects()].map(({ left }) => left)
    const mark = element.querySelector('svg')?.getBoundingClientRect().right ?? 0
    return { lines: new Set(lines).size, far: Math.max(...lines) - mark }
  })
  expect(distance.lines).toBe(1)
  expect(distance.far).toBeLessThan(10)
})

test.describe('before signing in', () => {
  test.use({ as: undefined })

  test('My photos asks a guest to sign in, and is there after it', async ({ page, orma, path }) => {
    await page.goto(`${path}/myphotos`)
    await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
    await page.getByRole('link', { name: texts.loginPrompt.login, exact: true }).last().click()
    await signIn(page, orma, newGuest('Gero Guest'))
    await expect(page).toHaveURL(`${path}/myphotos`)
    await expect(page.getByText(texts.ownPhotos.empty)).toBeVisible()
  })
})
