import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { pathWithoutFfmpeg } from '../support/without-ffmpeg.ts'
import { WITH_VIDEOS, chooseFiles, film } from './chosen-videos.ts'
import { expect, test as base } from './fixtures.ts'
import { uploadNow } from './venue-fixtures.ts'
import { pictureOf, playButton, stateOf } from './video-fixtures.ts'

const test = base.extend<object, { orma: OrmaServer }>({
  orma: [
    async ({}, use) => {
      const PATH = await pathWithoutFfmpeg(await mkdtemp(join(tmpdir(), 'orma-path-')))
      const orma = await startOrma({ env: { PATH } })
      await use(orma)
      await orma.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
test.use({ ...WITHOUT_WORKER, as: 'guest', fields: WITH_VIDEOS })

const { upload } = texts

test('without ffmpeg a video has the poster of its phone, and plays', async ({
  page,
  client,
  event: { event_hash },
  owner: { token },
  path,
}) => {
  await page.goto(`${path}/upload`)
  await chooseFiles(page, [
    await film('party.mp4', { width: 480, height: 360, seconds: 5, rotate: 90 }),
    await film('other.mov', { codec: 'hevc' }),
  ])
  await expect(page.getByText(upload.savedOnPhone)).toHaveCount(2)
  await uploadNow(page)
  await expect(page.getByText(upload.shown)).toBeVisible({ timeout: 120_000 })
  const refused = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /other.mov$/ }) })
  await expect(refused.getByRole('button', { name: upload.retry })).toBeVisible()
  await expect(refused).toContainText(texts.server.needsFfmpeg)
  await refused.getByRole('button', { name: `${upload.discard} other.mov` }).click()
  await expect(refused).toHaveCount(0)

  const params = { event_hash, page: 1 }
  const [post] = (await client.call(api.listPosts, { params, token })).body as Post[]
  expect(post).toMatchObject({ kind: 'video', width: 360, height: 480, duration: 5 })
  await page.goto(`${path}/post/${post?.id}`)
  const picture = pictureOf(page, post)
  const poster = picture.getByRole('img')
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(360)
  await playButton(picture).click()
  const video = picture.locator('video')
  await expect.poll(() => stateOf(video)).toMatchObject({ isPlaying: true })
  const shape = await video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [
    videoWidth,
    videoHeight,
  ])
  expect(shape).toEqual([360, 480])
})
