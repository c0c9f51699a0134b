import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { FILMED } from '../support/make-video.ts'
import { probeStreams } from '../support/probe-streams.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { uploadNow, whenControlled } from '../e2e/venue-fixtures.ts'
import { WITH_VIDEOS, chooseFiles, film } from '../e2e/chosen-videos.ts'

test.use({ as: 'guest', fields: WITH_VIDEOS })

const { upload } = texts
const PHONE_VIDEO = { seconds: 6, width: 1920, height: 1080, location: true }

test.beforeEach(async ({ page, path }) => {
  await page.addInitScript(() => {
    const line = { type: 'wifi', effectiveType: '3g', saveData: false }
    Object.defineProperty(navigator, 'connection', { value: line })
  })
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  test.skip(!(await encodesH264(page)), 'Not every build of Chromium can.')
})

function encodesH264(page: Page): Promise<boolean | undefined> {
  return page.evaluate(async () => {
    const config = { codec: 'avc1.42001f', width: 1280, height: 720 }
    return (await VideoEncoder.isConfigSupported(config)).supported
  })
}

/** Chooses a video, and that it may be smaller. */
async function choose(page: Page, video: string): Promise<void> {
  await chooseFiles(page, [video])
  await expect(page.getByText(upload.savedOnPhone)).toHaveCount(1)
  await page.getByRole('checkbox', { name: upload.smallerAny }).check()
}

const beingMade = (page: Page) => page.getByText(new RegExp(`^${upload.makingSmaller}, \\d+ %$`))

test('a video goes up as 720p over a slow line, with its sound and time', async ({
  page,
  client,
  event: { event_hash },
  stored,
}) => {
  const video = await film('party.mp4', PHONE_VIDEO)
  await choose(page, video)
  await uploadNow(page)
  await expect(beingMade(page)).toBeVisible()
  await expect(page.getByText(upload.shown)).toBeVisible({ timeout: 120_000 })
  const [post] = await stored()
  expect(Date.parse(post?.original_date ?? '')).toBe(Date.parse(FILMED.utc))
  expect(probeStreams(post?.file ?? '')).toMatchObject([
    { codec_name: 'h264', width: 1280, height: 720, avg_frame_rate: '30/1' },
    { codec_name: 'aac' },
  ])
  const [before, after] = [await stat(video), await stat(post?.file ?? '')]
  expect(after.size).toBeLessThan(before.size * 0.5)
  const { body } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  expect(await play(page, body[0].video_url)).toBe(720)
})

test('a video goes up as it was chosen, once, where its page is closed meanwhile', async ({
  page,
  context,
  path,
  storedHashes,
}) => {
  const video = await film('party.mp4', { ...PHONE_VIDEO, seconds: 15 })
  await choose(page, video)
  await uploadNow(page)
  await expect(beingMade(page)).toBeVisible()
  await page.close()
  const next = await context.newPage()
  await next.goto(`${path}/upload`)
  await expect(next.getByText(upload.shown)).toBeVisible({ timeout: 120_000 })
  const sha256 = createHash('sha256').update(await readFile(video))
  expect(await storedHashes()).toEqual([sha256.digest('hex')])
})

/** Has a page play a video for a moment; gives its height. */
function play(page: Page, url: string): Promise<number> {
  return page.evaluate(async (src) => {
    const video = Object.assign(document.createElement('video'), { muted: true, src })
    document.body.append(video)
    await video.play()
    while (video.currentTime < 0.5) await new Promise(requestAnimationFrame)
    return video.videoHeight
  }, url)
}
