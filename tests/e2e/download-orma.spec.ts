import type { Page } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { violationsOf } from './axe.ts'
import { downloadOrma, openDownload, whenPhotoShown } from './download-fixtures.ts'
import { keptPosts, visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('an Orma kept with a pause opens whole offline, and can be let go', async ({
  page,
  venue,
  event,
  addPhotos,
  path,
}) => {
  const posts = await addPhotos(3)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^3 photos, about [\d.]+ (k|M)B/)).toBeVisible()
  expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
  venue.relay.set({ blackHole: true })
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await dialog.getByRole('button', { name: texts.download.pause }).click()
  venue.heal()
  await dialog.getByRole('button', { name: texts.download.goOn }).click()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()

  venue.relay.set({ refuse: true })
  for (const { id } of posts) {
    await page.goto(`${path}/post/${id}`)
    await whenPhotoShown(page, id)
  }
  await page.goto('/settings')
  await expect(page.getByText(texts.settings.staysHere)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.settings.freeSpace })).toBeHidden()

  await page.goto(path)
  await page.getByRole('button', { name: texts.common.menu }).click()
  venue.heal()
  await page.getByRole('button', { name: texts.menu.download }).click()
  await dialog.getByRole('button', { name: texts.download.letGo }).click()
  await expect(dialog.getByRole('button', { name: texts.download.start })).toBeVisible()
})

test('a kept Orma stays whole as photos come @full', async ({
  page,
  venue,
  event,
  owner,
  addPhotos,
  orma,
  path,
}) => {
  await addPhotos(1)
  await visit(page, venue.url, event)
  await downloadOrma(page)
  const seen = await addPhotos(1)
  await expect.poll(() => areWhole(page, seen)).toBe(true)

  await page.goto('/settings')
  const early = await addPhotos(1)
  // More pages of the feed than are loaded by themselves: these have no pictures.
  addManyPosts(orma, event, owner, 60)
  const late = await addPhotos(1)
  await page.goto(path)
  await expect.poll(() => areWhole(page, [...early, ...late])).toBe(true)
  await expect.poll(() => keptPosts(page, event.event_hash)).toBe(64)

  venue.relay.set({ refuse: true })
  for (const { id } of [...seen, ...early, ...late]) {
    await page.goto(`${path}/post/${id}`)
    await whenPhotoShown(page, id)
  }
})

test('how keeping goes is announced, not photo by photo @full', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(3)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^3 photos, about/)).toBeVisible()
  const status = dialog.getByRole('status')
  const said = await status.evaluateHandle((element) => {
    const texts: string[] = []
    const note = () => texts.push(element.textContent)
    new MutationObserver(note).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    return texts
  })
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(status).toHaveText(texts.download.done)
  const words = (await said.jsonValue()).filter((text) => text !== '')
  expect([...new Set(words)]).toEqual([texts.download.sizing, texts.download.done])
})

/** Whether the pictures of these posts lie on the device in both sizes. */
function areWhole(page: Page, posts: readonly Post[]): Promise<boolean> {
  const urls = posts.flatMap(({ compressed_url, image_url }) => [compressed_url, image_url])
  return page.evaluate(async (addresses) => {
    const found = await Promise.all(addresses.map((url) => caches.match(url ?? '')))
    return found.every(Boolean)
  }, urls)
}
