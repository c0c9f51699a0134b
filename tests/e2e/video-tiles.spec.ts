import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { turnIntoVideos } from '../support/video-posts.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { stateOf, tileOf, watchVideoCalls } from './video-fixtures.ts'

test.use(WITHOUT_WORKER)

test('where nothing is to move a video’s tile tells its length alone', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [photo, video] = await addPhotos(2)
  await turnIntoVideos(orma, [video!], { seconds: 12 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  const asked = watchVideoCalls(page)
  const player = page.waitForResponse(/silent-player/)
  await page.goto(path)
  const link = tileOf(page, video).getByRole('link', { name: 'Video by Olga Owner, 0:12' })
  await expect(link).toBeVisible()
  await expect(link.getByText('0:12')).toBeVisible()
  await expect(tileOf(page, photo).getByRole('link', { name: 'Photo by Olga Owner' })).toBeVisible()
  await (await player).finished()
  await link.hover()
  await page.clock.runFor(5_000)
  await expect(page.locator('video')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  expect(asked).toEqual([])
})

test('videos play one at a time under the pointer, without sound', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [still, first, second] = await addPhotos(3)
  await turnIntoVideos(orma, [still!, first!, second!])
  const asked = watchVideoCalls(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  const playing = page.locator('li[data-post] video')
  await tileOf(page, still).hover()
  await tileOf(page, first).hover()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const post of [first, second]) {
    await tileOf(page, post).hover()
    await expect.poll(() => playing.count().then((count) => count === 1)).toBe(true)
    const video = tileOf(page, post).locator('video')
    await expect
      .poll(() => stateOf(video))
      .toEqual({ isPlaying: true, muted: true, controls: false })
    expect(await playing.count()).toBe(1)
  }
  const of = (post: typeof still) => post?.image_url?.replace(/[^/]+$/, 'video.mp4')
  expect(new Set(asked)).toEqual(new Set([of(first), of(second)]))
})

test('a video that is looked at for long plays in its tile', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const [video] = await addPhotos(2)
  await turnIntoVideos(orma, [video!])
  await page.goto(path)
  await expect(tileOf(page, video).locator('video[data-shown]')).toBeVisible()
})

test('on a line that cannot carry them looked-at videos are left alone', async ({
  page,
  orma,
  addPhotos,
  path,
}) => {
  const posts = await addPhotos(2)
  await turnIntoVideos(orma, posts)
  const asked = watchVideoCalls(page)
  await page.route('**/video.mp4', () => undefined)
  await page.clock.install()
  await page.goto(path)
  const playing = page.locator('li[data-post] video')
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(playing).toHaveCount(1, { timeout: 100 })
  }).toPass()
  await page.clock.runFor(15_000)
  await expect(playing).toHaveCount(0)
  expect(new Set(asked).size).toBe(1)
})
