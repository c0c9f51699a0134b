import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { violationsOf } from './axe.ts'
import { expect, openLive, test } from './fixtures.ts'
import {
  FITTED,
  isIn,
  MIDDLE,
  openPicture,
  openViewer,
  pinch,
  postInView,
  pull,
  swipe,
} from './viewer-fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner', viewport: { width: 390, height: 844 }, hasTouch: true })

test.beforeEach(({ orma, event, owner }) => addManyPosts(orma, event, owner, 20))

/** Ids of the feed, the newest first, of which the page opens the third. */
async function openThird(page: Page, path: string): Promise<number[]> {
  await openLive(page, path)
  const tiles = page.locator('li[data-post]')
  await expect(tiles.nth(11)).toBeVisible()
  const ids = await tiles.evaluateAll((all) =>
    all.map((tile) => Number((tile as HTMLElement).dataset['post'])),
  )
  await tiles.nth(2).locator('a').click()
  await openViewer(page)
  return ids
}

test('a finger swipes both ways, pulls up the words and pulls down to the page', async ({
  page,
  path,
}) => {
  const ids = await openThird(page, path)
  await expect(postInView(page)).toHaveText('Photo 3 of 20 by Olga Owner')
  const field = page.getByRole('dialog').getByPlaceholder(texts.post.commentPlaceholder)
  await pull(page, 'up')
  await field.fill('What a')
  await pull(page, 'down')
  // The page behind has what was left.
  await expect(page.locator('article input').first()).toHaveValue('What a')
  await swipe(page, 'left')
  await expect(postInView(page)).toHaveText('Photo 4 of 20 by Olga Owner')
  for (const at of [3, 2, 1]) {
    await swipe(page, 'right')
    await expect(postInView(page)).toHaveText(`Photo ${at} of 20 by Olga Owner`)
  }
  await expect(field).toHaveCount(0)
  await pull(page, 'up')
  await expect(field).toBeVisible()
  await pull(page, 'down')
  await expect(field).toHaveCount(0)
  await pull(page, 'down')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`${path}/post/${ids[0]}`)
  await expect(page.getByRole('article').first()).toHaveAttribute('data-post', String(ids[0]))
})

test('a second press to close changes nothing', async ({ page, path }) => {
  await openThird(page, path)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.common.close }).evaluate((close: HTMLElement) => {
    close.click()
    close.click()
  })
  await expect(dialog).toHaveCount(0)
})

test('a photo is closed again while it opens', async ({ page, path, addPhotos }) => {
  const [photo] = await addPhotos(1)
  await page.goto(`${path}/post/${photo!.id}`)
  const open = page.getByRole('button', { name: texts.viewer.open }).first()
  await open.evaluate(async (button: HTMLElement) => {
    button.click()
    const drawn = () => new Promise((next) => requestAnimationFrame(next))
    const close = () => document.querySelector<HTMLElement>('dialog:has(.pswp) button')
    while (!close()) await drawn()
    close()?.click()
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/post\/\d+$/)
})

test('keys go through the photos, and a reader is told which', async ({ page, path }) => {
  await openThird(page, path)
  expect(await violationsOf(page, { within: 'dialog' })).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(postInView(page)).toHaveText('Photo 5 of 20 by Olga Owner')
  // No key leads to what is not shown.
  await expect(page.locator('.pswp__item[inert]')).toHaveCount(2)
  await page.keyboard.press('ArrowUp')
  const field = page.getByRole('dialog').getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('from the left')
  // In the field they move the caret.
  await field.press('ArrowLeft')
  await expect(postInView(page)).toHaveText('Photo 5 of 20 by Olga Owner')
  for (let at = 0; at < 12; at += 1) await page.keyboard.press('Tab')
  expect(await isIn(page, 'dialog')).toBe(true)
  await field.fill('')
  const close = page.getByRole('button', { name: texts.common.close })
  await close.focus()
  expect(await close.evaluate(topOfRing)).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/post\/\d+$/)
  const post = page.getByRole('article').first()
  await expect(post).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(post.getByRole('button', { name: texts.viewer.open })).toBeFocused()
})

test('the viewer stays while a slow phone changes the page behind it', async ({ page, path }) => {
  await page.addInitScript((busyMs) => {
    const replace = history.replaceState.bind(history)
    history.replaceState = (state, title, to) => {
      replace(state, title, to)
      const until = performance.now() + busyMs
      while (document.querySelector('.pswp') && performance.now() < until);
    }
  }, 1000)
  const ids = await openThird(page, path)
  const shown = page.locator('dialog .pswp')
  await shown.evaluate((element: HTMLElement) => (element.dataset['same'] = 'yes'))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${path}/post/${ids[3]}`)
  await expect(page.locator('article').first()).toHaveAttribute('data-post', String(ids[3]))
  await expect(shown).toHaveAttribute('data-same', 'yes')
})

/** In the page: where the ring around what has the focus begins. */
function topOfRing(element: Element): number {
  const { outlineOffset, outlineWidth } = getComputedStyle(element)
  return element.getBoundingClientRect().top - parseFloat(outlineOffset) - parseFloat(outlineWidth)
}

const scaleOf = (page: Page) => page.evaluate(() => visualViewport?.scale)

test('a double tap likes, and once zoomed it zooms out @full', async ({
  page,
  path,
  addPhotos,
}) => {
  const [photo] = await addPhotos(1)
  const widthOf = await openPicture(page, `${path}/post/${photo!.id}`)
  await page.mouse.wheel(0, -500)
  await expect.poll(widthOf).toBeGreaterThan(600)
  await page.mouse.dblclick(...MIDDLE)
  await expect.poll(widthOf).toBe(FITTED)
  const unlike = page.getByRole('dialog').getByRole('button', { name: texts.post.unlike })
  await expect(unlike).toHaveCount(0)
  await page.mouse.dblclick(...MIDDLE)
  await expect(unlike).toBeVisible()
})

test('a click hides the rest, and two fingers zoom @full', async ({ page, path, addPhotos }) => {
  const [photo] = await addPhotos(1)
  const widthOf = await openPicture(page, `${path}/post/${photo!.id}`)
  const close = page.getByRole('dialog').getByRole('button', { name: texts.common.close })
  // Opened by a link: nothing on the page has had the focus yet.
  await page.mouse.click(...MIDDLE)
  await expect(close).toHaveCount(0)
  await page.mouse.click(...MIDDLE)
  await expect(close).toBeVisible()
  await pinch(page, { from: 40, to: 120 })
  await expect.poll(widthOf).toBeGreaterThan(2 * FITTED)
  await expect(close).toHaveCount(0)
  expect(await scaleOf(page)).toBe(1)
  await pinch(page, { from: 120, to: 30 })
  await expect.poll(widthOf).toBe(FITTED)
  await expect(close).toBeVisible()
  expect(await scaleOf(page)).toBe(1)
  await expect(page.getByRole('dialog')).toHaveCount(1)

  await page.keyboard.press('+')
  await expect.poll(widthOf).toBe(2 * FITTED)
  await page.keyboard.press('-')
  await expect.poll(widthOf).toBe(FITTED)

  // As browsers tell of a pinch on a trackpad.
  await page.keyboard.down('Control')
  for (let at = 0; at < 10; at += 1) await page.mouse.wheel(0, -10)
  await page.keyboard.up('Control')
  await expect.poll(widthOf).toBeGreaterThan(1.8 * FITTED)
  expect(await scaleOf(page)).toBe(1)
})

test('what comes or goes meanwhile leaves the photo in view @full', async ({
  page,
  path,
  client,
  addPhotos,
  event: { event_hash },
  owner: { token },
}) => {
  const ids = await openThird(page, path)
  const remove = (post_id = 0) =>
    client.call(api.deletePost, { params: { event_hash, post_id }, token })
  const slide = page.locator('.pswp__item[aria-hidden=false] .pswp__zoom-wrap')
  await slide.evaluate((shown) => shown.setAttribute('data-same', 'yes'))
  await addPhotos(1)
  await expect(postInView(page)).toHaveText('Photo 4 of 21 by Olga Owner')
  await remove(ids[0])
  await expect(postInView(page)).toHaveText('Photo 3 of 20 by Olga Owner')
  await expect(slide).toHaveAttribute('data-same', 'yes')
  await remove(ids[2])
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(texts.upload.gone)).toBeVisible()
  await expect(postInView(page)).toHaveText('Photo 3 of 19 by Olga Owner')

  await dialog.getByRole('button', { name: texts.post.delete }).click()
  const warning = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  await warning.getByRole('button', { name: texts.common.delete }).click()
  await expect(dialog.getByText(texts.viewer.deleted)).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${path}/post/${ids[4]}`)
})

test('the way back leads to the photo that was looked at last @full', async ({
  page,
  path,
  orma,
  event,
  owner,
}) => {
  addManyPosts(orma, event, owner, 60)
  const ids = await openThird(page, path)
  expect(ids.length).toBeGreaterThan(11)
  for (let at = 3; at < 45; at += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(postInView(page)).toContainText(`Photo ${at + 1} of`)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const looked = await page.getByRole('article').first().getAttribute('data-post')
  await page.getByRole('button', { name: texts.common.back }).click()
  const tile = page.locator(`li[data-post="${looked}"] a`)
  await expect(tile).toBeInViewport()
  await expect(tile).toBeFocused()
})
