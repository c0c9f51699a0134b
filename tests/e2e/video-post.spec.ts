import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { texts } from '../../contract/texts.ts'
import { videoKeys } from '../../server/posts/post-media.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { turnIntoVideos } from '../support/video-posts.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { mediaName } from './review-fixtures.ts'
import { pictureOf, playButton, stateOf } from './video-fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'guest' })

test('a press plays a video in its poster’s place, the next post pauses it', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [next, post] = await addPhotos(2)
  await turnIntoVideos(orma, [next!, post!], { seconds: 30 })
  await page.goto(`${path}/post/${post?.id}`)
  const [picture, other] = [pictureOf(page, post), pictureOf(page, next)]
  await expect(playButton(picture)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const before = await picture.boundingBox()
  // Its button lies where a player has its own: nothing that is not seen is pressed.
  const open = picture.getByRole('button', { name: texts.viewer.open })
  expect(await open.evaluate(isOnTop)).toBe(false)
  await playButton(picture).press('Enter')
  const video = picture.getByLabel('Video by Olga Owner, 0:30')
  await expect.poll(() => stateOf(video)).toEqual({ isPlaying: true, muted: false, controls: true })
  await expect(video).toBeFocused()
  await picture.hover()
  await expect(open).toBeHidden()
  expect(await video.boundingBox()).toEqual(before)
  expect(await picture.boundingBox()).toEqual(before)
  expect(await violationsOf(page)).toEqual([])

  await other.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 3000)
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: false })
  await playButton(other).click()
  await expect.poll(() => stateOf(other.locator('video'))).toMatchObject({ isPlaying: true })
})

/** Whether a press on the middle of it would meet it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('a poster is seen until its video comes, and Escape leaves full screen alone', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [post] = await addPhotos(1)
  await turnIntoVideos(orma, [post!], { seconds: 30 })
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route('**/video.mp4', async (route) => {
    await given
    await route.continue()
  })
  await page.goto(`${path}/post/${post?.id}`)
  const picture = pictureOf(page, post)
  await expect(picture.locator('img[data-full][data-shown]')).toBeVisible()
  await playButton(picture).click()
  const video = picture.locator('video')
  await expect(video).toHaveAttribute('poster', post?.image_url ?? '')
  give()
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: true })

  await video.evaluate((element) => element.requestFullscreen())
  await page.keyboard.press('Escape')
  await video.evaluate(() => document.exitFullscreen())
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: true })
  await page.keyboard.press('Escape')
  await expect(video).toHaveCount(0)
  await expect(page).toHaveURL(path)
})

test('a double tap likes a poster, and not the video that plays @full', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [post] = await addPhotos(1)
  await turnIntoVideos(orma, [post!], { seconds: 30 })
  await page.goto(`${path}/post/${post?.id}`)
  const picture = pictureOf(page, post)
  await playButton(picture).click()
  await expect.poll(() => stateOf(picture.locator('video'))).toMatchObject({ isPlaying: true })
  await picture.dblclick({ position: { x: 20, y: 20 } })
  await page.reload()
  await expect(page.getByRole('button', { name: texts.post.like, exact: true })).toBeVisible()
  await picture.dblclick({ position: { x: 20, y: 20 } })
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
})

test('where a video cannot be played its poster stays, and a line says so', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [post] = await addPhotos(1)
  await turnIntoVideos(orma, [post!])
  await rm(join(orma.dataDir, 'blobs', videoKeys(mediaName(post!)).video))
  await page.goto(`${path}/post/${post?.id}`)
  const picture = pictureOf(page, post)
  await playButton(picture).click()
  await expect(picture.getByRole('status')).toHaveText(texts.video.cannotPlay)
  await expect(playButton(picture)).toBeFocused()
  await expect(picture.getByRole('img', { name: 'Video by Olga Owner, 0:02' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test('a video is saved and deleted as a video', async ({ page, orma, addPhotos, guest, path }) => {
  const [post] = await addPhotos(1, guest)
  await turnIntoVideos(orma, [post!])
  await page.goto(`${path}/post/${post?.id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.video.save }).click()
  expect((await saved).suggestedFilename()).toBe(`Orma-${post?.id}.mp4`)
  await page.getByRole('button', { name: texts.video.delete }).click()
  await page.getByRole('button', { name: texts.common.delete, exact: true }).click()
  await expect(page.getByText(texts.viewer.deletedVideo)).toBeVisible()
})
