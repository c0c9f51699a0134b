import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lengthText } from '../../../../src/photos/post-name.ts'
import { readVideoFacts } from '../../../../src/features/upload/video-facts.ts'
import { makeVideo } from '../../../support/make-video.ts'
import type { VideoOptions } from '../../../support/make-video.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-facts-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function factsOf(name: string, options: VideoOptions = {}) {
  const file = join(folder, name)
  await makeVideo(file, options)
  return readVideoFacts(new Blob([await readFile(file)]))
}

it.each<[string, VideoOptions]>([
  ['a.mp4', { rotate: 90 }],
  ['b.mov', { codec: 'hevc' }],
  ['c.webm', { codec: 'vp9', audio: 'opus' }],
])('the length of %s is read', async (name, options) => {
  const { hasPicture, duration } = await factsOf(name, { seconds: 3, ...options })
  expect(hasPicture).toBe(true)
  expect(duration).toBeCloseTo(3, 0)
})

it('the time that an iPhone writes is read, by the clock of its place', async () => {
  const { times } = await factsOf('IMG_1.mov', { location: true })
  expect(times).toEqual([{ clock: '2026-06-20T18:30:00', offset: '+02:00' }])
})

it('sound alone is told from a video', async () => {
  const file = join(folder, 'song.mp4')
  const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', file]
  await promisify(execFile)('ffmpeg', tone)
  const facts = await readVideoFacts(new Blob([await readFile(file)]))
  expect(facts.hasPicture).toBe(false)
})

it('what is no video is not read', async () => {
  await expect(readVideoFacts(new Blob(['Dear diary']))).rejects.toThrow(/format/)
})

it.each([
  [0.2, '0:01'],
  [12.5, '0:13'],
  [59.6, '1:00'],
  [180, '3:00'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(lengthText(seconds)).toBe(text)
})
