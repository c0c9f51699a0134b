import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '../../contract/api.ts'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { filmTimeline } from '../../film/film-timeline.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { canvas, pauseButton, seenShare, weekend } from '../e2e/film-fixtures.ts'
import { expect, test } from '../e2e/fixtures.ts'

const run = promisify(execFile)

const MOMENTS = 10
const SSIM_MIN = 0.95

// The player draws in the window's pixels: here those of the file.
test.use({
  ...WITHOUT_WORKER,
  viewport: { width: 540, height: 960 },
  deviceScaleFactor: 2,
  hasTouch: true,
})

// Specification: 9.16
test('player and file show the same picture, at ten moments', async ({ page, orma }) => {
  // Made frame by frame, on a machine that may be busy.
  test.setTimeout(300_000)
  const { client, owner, event, film } = await weekend(orma)
  const params = { event_hash: event.event_hash, id: '2026-11-05' }
  const { body: config } = await client.call(api.getHighlightConfig, { params })
  const ask = {
    params: { ...params, product: DEFAULT_PRODUCT.slug },
    json: { HighlightsImages: config.data.video_json },
    token: owner.token,
  }
  let output = ''
  // A request that waits for a minute is cut; the next one joins the same work.
  await expect(async () => {
    output = (await client.call(api.renderVideo, ask)).body.data.output
  }).toPass()
  const { frames } = filmTimeline(config.data.video_json)
  const folder = await mkdtemp(join(tmpdir(), 'orma-film-'))
  const file = join(folder, 'film.mp4')
  const answer = await fetch(orma.url + output)
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))

  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const likeness: number[] = []
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    await page.clock.runFor((frames / MOMENTS / 30) * 1_000)
    const [before, shown] = [await seenFrame(), join(folder, `${moment}.png`)]
    // Drawn, and not about to be.
    await expect(page.getByLabel(texts.highlights.buffering)).toBeHidden()
    const picture = await canvas(page).evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())
    await writeFile(shown, Buffer.from(picture.replace(/^.*,/, ''), 'base64'))
    expect(await seenFrame()).toBe(before)
    likeness.push(await ssim(file, before, shown))
  }
  await rm(folder, { recursive: true })
  expect(Math.min(...likeness), likeness.join(' ')).toBeGreaterThanOrEqual(SSIM_MIN)

  async function seenFrame(): Promise<number> {
    return Math.round((await seenShare(page)) * frames) - 1
  }
})

/** How alike a frame of a film and a picture of its size are, 0 to 1. */
async function ssim(film: string, frame: number, picture: string): Promise<number> {
  const alike = `[0]select=eq(n\\,${frame}),format=yuv420p[film];[1]format=yuv420p[shown];[film][shown]ssim`
  const inputs = ['-i', film, '-i', picture]
  const measure = ['-filter_complex', alike, '-frames:v', '1', '-f', 'null', '-']
  const { stderr } = await run('ffmpeg', [...inputs, ...measure])
  return Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1])
}
