import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { FilmConfig } from '../../contract/film-config.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makeVideo } from '../support/make-video.ts'
import {
  difference,
  pauseButton,
  playButton,
  seenShare,
  shownPixels,
  weekend,
} from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'

/** More than a picture differs from itself, less than two moments of a video do. */
const MOVED = 2
/** The share of the film, of 3.5 s, 5 s and 2 s, in which nothing but the video is seen. */
const CLIP = { from: 0.38, until: 0.8 }

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

let video: Buffer
test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orma-clip-'))
  await makeVideo(join(folder, 'video.mp4'), { seconds: 8, width: 640, height: 360 })
  video = await readFile(join(folder, 'video.mp4'))
  await rm(folder, { recursive: true })
})

test('a video plays in its place in the film, and stands with it', async ({ page, orma }) => {
  await openWithClip(page, orma, giveVideo)
  await expect(pauseButton(page)).toBeVisible()
  expect(await seenMove(page)).toBeGreaterThan(MOVED)
  await pauseButton(page).tap()
  await expect(playButton(page)).toBeVisible()
  const isStanding = async () => difference(await shownPixels(page), await shownPixels(page)) === 0
  await expect.poll(isStanding).toBe(true)
})

test('for those who asked for stillness its picture is seen @full', async ({ page, orma }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let asked = 0
  await openWithClip(page, orma, (route) => {
    asked += 1
    return giveVideo(route)
  })
  await playButton(page).tap()
  expect(await seenMove(page)).toBe(0)
  expect(asked).toBe(0)
})

test('where a video does not come, its picture is seen @full', async ({ page, orma }) => {
  await openWithClip(page, orma, (route) => route.abort())
  await expect(pauseButton(page)).toBeVisible()
  expect(await seenMove(page)).toBe(0)
})

/** How far two moments of the clip's are from each other, 0 to 255. */
async function seenMove(page: Page): Promise<number> {
  await untilShare(page, CLIP.from)
  const first = await shownPixels(page)
  await untilShare(page, CLIP.from + 0.1)
  const later = await shownPixels(page)
  expect(await seenShare(page)).toBeLessThan(CLIP.until)
  return difference(first, later)
}

/** Opens a film of a photo, a video and a photo. */
async function openWithClip(page: Page, orma: OrmaServer, give: (route: Route) => Promise<void>) {
  const { film } = await weekend(orma)
  await page.route('**/config', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { video_json: FilmConfig } }
    const [, second] = data.video_json.images
    if (second)
      second.clip = { url: second.url.replace('full.jpg', 'video.mp4'), start: 2, seconds: 5 }
    await route.fulfill({ json: { data } })
  })
  await page.route('**/video.mp4', give)
  await page.goto(film)
}

async function giveVideo(route: Route): Promise<void> {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers()['range'] ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Number(to) + 1 : video.length
  await route.fulfill({
    status: 206,
    headers: {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${end - 1}/${video.length}`,
    },
    body: video.subarray(start, end),
  })
}

async function untilShare(page: Page, share: number): Promise<void> {
  await expect.poll(() => seenShare(page), { intervals: [50] }).toBeGreaterThan(share)
}
