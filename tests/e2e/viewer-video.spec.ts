import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { turnIntoVideos } from '../support/video-posts.ts'
import { expect, test } from './fixtures.ts'
import { stateOf } from './video-fixtures.ts'
import { openViewer, postInView } from './viewer-fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner', viewport: { width: 390, height: 844 }, hasTouch: true })

test('a video plays in the viewer, and pauses once it is swiped away @full', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [next, post] = await addPhotos(2)
  await turnIntoVideos(orma, [post!], { seconds: 30 })
  await page.goto(`${path}/post/${post!.id}`)
  await openViewer(page)
  await expect(postInView(page)).toContainText('Video')
  const dialog = page.locator('dialog.viewer')
  await dialog.getByRole('button', { name: texts.video.play }).click()
  const video = dialog.locator('video')
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: true, controls: true })
  const fitted = await video.boundingBox()
  expect(fitted?.width).toBeGreaterThan(300)
  await dialog.getByRole('button', { name: texts.common.close }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(postInView(page)).toContainText('Photo')
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: false })
  expect(next).toBeDefined()
})
