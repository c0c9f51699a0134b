import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runFfmpeg } from '../../../server/media/run-ffmpeg.ts'
import { readFacts } from '../../../server/media/video-facts.ts'
import { clean, repack, takeFrames, transcode } from '../../../server/media/video-recipes.ts'
import type { Recipe, Source } from '../../../server/media/video-recipes.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'

const folder = await sharedFolder()
const file = join(folder, 'large.mp4')
await makeVideo(file, { seconds: 1, width: 1920, height: 1080 })
const { signal } = new AbortController()
const facts = await readFacts(file, 'mp4', signal)
const { size } = await stat(file)
const source: Source = { file, type: 'mp4', facts, endSeconds: 60, size }

/** As on a machine with as many cores as servers have. */
const onManyCores = ({ args, limits }: Recipe) =>
  runFfmpeg('ffmpeg', ['-cpucount', '64', ...args], limits, signal)

it.each<[string, (output: string) => Recipe]>([
  ['frames', (output) => takeFrames(file, facts, moments(output))],
  ['what is served', (output) => transcode(source, output, true)],
  ['the same in another container', (output) => repack(source, output)],
  ['the cleaned original', (output) => clean(source, output)],
])('%s: there is memory enough on a machine of 64 cores', async (what, recipe) => {
  const output = join(folder, what)
  await onManyCores(recipe(output))
  expect((await stat(output)).size).toBeGreaterThan(1000)
})

function moments(first: string) {
  const others = [0.2, 0.4, 0.6, 0.8].map((second) => ({ second, output: `${first} ${second}` }))
  return [{ second: 0, output: first }, ...others]
}
