import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { turnIntoVideos } from '../support/video-posts.ts'
import { downloadOrma, openDownload } from './download-fixtures.ts'
import { visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'
import { pictureOf, playButton, stateOf } from './video-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a kept Orma’s videos play without a network, from any place in them @full', async ({
  page,
  venue,
  event,
  addPhotos,
  path,
}) => {
  const [, post] = await addPhotos(2)
  await turnIntoVideos(venue.orma, [post!], { seconds: 10 })
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog).toContainText(
    /1 photo and 1 video, about [\d.]+ MB\. .*; of the videos the newest, up to 500 MB/,
  )
  await page.keyboard.press('Escape')
  await downloadOrma(page)
  await expect(dialog).toContainText(/1 of 1 video is here, [\d.]+ MB\./)

  venue.relay.set({ refuse: true })
  await page.goto(`${path}/post/${post?.id}`)
  const video = pictureOf(page, post).locator('video')
  await playButton(pictureOf(page, post)).click()
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: true })
  await video.evaluate((element) => void ((element as HTMLVideoElement).currentTime = 8))
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(8.2)
  const part = await video.evaluate(async (element) => {
    const range = { range: 'bytes=1000-1999' }
    const answer = await fetch((element as HTMLVideoElement).currentSrc, { headers: range })
    return [answer.status, (await answer.arrayBuffer()).byteLength]
  })
  expect(part).toEqual([206, 1000])
})

test('a video that was only watched is not kept', async ({
  page,
  venue,
  event,
  addPhotos,
  path,
}) => {
  const [post] = await addPhotos(1)
  await turnIntoVideos(venue.orma, [post!])
  await visit(page, venue.url, event)
  await page.goto(`${path}/post/${post?.id}`)
  await playButton(pictureOf(page, post)).click()
  await expect
    .poll(() => stateOf(pictureOf(page, post).locator('video')))
    .toMatchObject({ isPlaying: true })
  const kept = await page.evaluate(async (hash) => {
    const requests = await (await caches.open(`orma-images/${hash}`)).keys()
    return requests.map(({ url }) => url.replace(/.*\//, ''))
  }, event.event_hash)
  expect(kept).not.toContain('video.mp4')
  expect(kept.length).toBeGreaterThan(0)
})
