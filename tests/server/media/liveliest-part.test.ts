import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { listPackets, liveliestStart } from '../../../server/media/liveliest-part.ts'
import type { VideoPacket } from '../../../server/media/liveliest-part.ts'
import { VideoError } from '../../../server/media/run-ffmpeg.ts'
import { sharedFolder } from '../../support/fixtures.ts'

const NEVER = new AbortController().signal

const folder = await sharedFolder()

it('finds the part of a real video in which most moves', async () => {
  const file = join(folder, 'calm-lively-calm.mp4')
  const pictures = ['color=gray', 'testsrc2', 'color=gray'].map((source, at) => {
    const [name, more = ''] = source.split('=')
    return `${name}=${more && `${more}:`}size=320x240:rate=30:duration=${at === 1 ? 3 : 5}`
  })
  const inputs = pictures.flatMap((picture) => ['-f', 'lavfi', '-i', picture])
  const join3 = ['-filter_complex', '[0][1][2]concat=n=3,format=yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...join3, '-c:v', 'libx264', file])
  const packets = await listPackets(file, NEVER)
  expect(packets).toHaveLength(13 * 30)
  expect(liveliestStart(packets, { duration: 13, seconds: 3 })).toBeCloseTo(5, 0)
})

it('rejects what is no video', async () => {
  await expect(listPackets(import.meta.filename, NEVER)).rejects.toThrow(VideoError)
})

it('does not count whole pictures, nor how a phone is raised and lowered', () => {
  const still = Array.from({ length: 100 }, (_, at): VideoPacket => packet(at / 10, 10))
  const lively = still.map((one) => (one.at >= 6 && one.at < 7 ? { ...one, bytes: 50 } : one))
  const keyed = lively.map((one) => (one.at < 3 ? { ...one, bytes: 900, isKey: true } : one))
  const shaken = keyed.map((one) => (one.at > 9.7 ? { ...one, bytes: 500 } : one))
  const start = liveliestStart(shaken, { duration: 10, seconds: 3 })
  expect(start).toBeGreaterThanOrEqual(4)
  expect(start).toBeLessThanOrEqual(6)
})

it('begins with a video that is no longer than the part', () => {
  expect(liveliestStart([packet(0, 10)], { duration: 2, seconds: 3 })).toBe(0)
  expect(liveliestStart([], { duration: 2, seconds: 3 })).toBe(0)
})

it('stays within a video in which nothing moves', () => {
  expect(liveliestStart([], { duration: 10, seconds: 3 })).toBeLessThanOrEqual(7)
})

function packet(at: number, bytes: number): VideoPacket {
  return { at, bytes, isKey: false }
}
