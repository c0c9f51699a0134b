import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { texts } from '../../contract/texts.ts'
import { videoKeys } from '../../server/posts/post-media.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { turnIntoVideos } from '../support/video-posts.ts'
import { expect, test } from './fixtures.ts'
import { mediaName } from './review-fixtures.ts'
import { stateOf } from './video-fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 1440, height: 900 } })

test('videos play without sound on the wall, others’ posters are shown', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [lost, video] = await addPhotos(2)
  await turnIntoVideos(orma, [lost!, video!], { seconds: 6 })
  await rm(join(orma.dataDir, 'blobs', videoKeys(mediaName(lost!)).video))
  await page.goto(`${path}/slideshow`)
  await page.getByRole('button', { name: texts.slideshow.start }).click()
  const slides = page.getByRole('figure')
  await expect(slides).toHaveCount(2)
  await expect(slides.getByRole('img')).toHaveCount(2)
  const playing = slides.first().locator('video')
  await expect
    .poll(() => stateOf(playing))
    .toEqual({ isPlaying: true, muted: true, controls: false })
  await expect(slides.last().locator('video')).toHaveCount(0)
})

test('where nothing is to move the wall shows a video’s poster @full', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  await turnIntoVideos(orma, await addPhotos(1))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${path}/slideshow`)
  await page.getByRole('button', { name: texts.slideshow.start }).click()
  await expect(page.getByRole('figure').getByRole('img')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
})
