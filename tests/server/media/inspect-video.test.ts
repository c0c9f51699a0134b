import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { sniffVideo } from '../../../contract/video-type.ts'
import { inspectVideo } from '../../../server/media/inspect-video.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import type { VideoOptions } from '../../support/make-video.ts'
import { mutate } from '../../support/mutate-video.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'

const folder = await sharedFolder()
const longest = { maxVideoSeconds: 3 }
const small = { seconds: 1, width: 160, height: 120 }
const mp4 = await video('small.mp4', { location: true })
const CLUSTER = Buffer.from('1f43b675', 'hex')
const webm = await video('small.webm', { codec: 'vp9', audio: 'opus' })

async function video(name: string, options: VideoOptions = {}): Promise<Buffer> {
  await makeVideo(join(folder, name), { ...small, ...options })
  return readFile(join(folder, name))
}

const inspect = (bytes: Uint8Array) => inspectVideo(bytes, sniffVideo(bytes) ?? 'mp4', longest)

const fast = await indexInFront(join(folder, 'small.mp4'))

async function indexInFront(file: string): Promise<Buffer> {
  const moved = join(folder, 'fast.mp4')
  const words = ['-v', 'error', '-i', file, '-c', 'copy', '-movflags', '+faststart', moved]
  await promisify(execFile)('ffmpeg', words)
  return readFile(moved)
}

/** The same bytes with a number put at so many bytes from a box's name. */
function put(bytes: Buffer, box: string, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(value, bytes.indexOf(box) + at)
  return changed
}

/** The same bytes with every box of one name called another. */
function named(bytes: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at)) {
    changed.write(to, at, 'latin1')
  }
  return changed
}

/** A WebM whose clusters do not say where they end, as browsers record it. */
function endless(webm: Buffer): Buffer {
  const bytes = Buffer.from(webm)
  for (let at = bytes.indexOf(CLUSTER); at >= 0; at = bytes.indexOf(CLUSTER, at + 1)) {
    const sizeAt = at + CLUSTER.length
    const sizeBytes = Math.clz32(bytes[sizeAt] ?? 0) - 23
    bytes.fill(0xff, sizeAt, sizeAt + sizeBytes)
    bytes[sizeAt] = 0xff >> (sizeBytes - 1)
  }
  return bytes
}

describe('inspectVideo', () => {
  const ofMp4 = [{ clock: '2026-06-20T16:30:00', offset: 'Z' }]
  const ofMov = [{ clock: '2026-06-20T18:30:00', offset: '+02:00' }, ...ofMp4]

  it('has nothing against what phones and browsers film, and says when they did', async () => {
    const mov = await video('phone.mov', { codec: 'hevc', hdr: true, rotate: 90, location: true })
    expect(await inspect(mov)).toEqual({ times: ofMov, isPlain: false })
    expect(await inspect(mp4)).toEqual({ times: ofMp4, isPlain: true })
    const other = { times: [], isPlain: false }
    expect(await inspect(await video('camera.mov', { audio: 'pcm' }))).toEqual(other)
    expect(await inspect(webm)).toEqual(other)
  })

  it('takes a recording that does not know its own length', async () => {
    const [live, fragments] = [join(folder, 'live.webm'), join(folder, 'fragments.mp4')]
    const copy = (from: string, words: string, to: string) =>
      promisify(execFile)('ffmpeg', ['-v', 'error', '-i', from, ...words.split(' '), to])
    await copy(join(folder, 'small.webm'), '-c copy -f webm -live 1', live)
    await copy(join(folder, 'small.mp4'), '-c copy -movflags empty_moov+frag_keyframe', fragments)
    for (const bytes of [await readFile(fragments), endless(await readFile(live))]) {
      expect((await inspect(bytes)).fault).toBeUndefined()
    }
  })

  it('knows no time where a clock was never set', async () => {
    expect((await inspect(put(mp4, 'mvhd', 8, 0))).times).toEqual([])
  })

  const [HEAD_SECONDS, TRACK_SECONDS] = [20, 24]
  const [SHOWN_WIDTH, CODED_SIZE] = [80, 44]
  it.each([
    ['says it is ten hours long', 'video_too_long', put(mp4, 'mvhd', HEAD_SECONDS, 36_000_000)],
    ['has a track of ten hours', 'video_too_long', put(mp4, 'tkhd', TRACK_SECONDS, 36_000_000)],
    ['has a million frames', 'video_too_long', put(mp4, 'stsz', 12, 1_000_000)],
    [
      'is shown with 16,384 pixels',
      'unsupported_video',
      put(mp4, 'tkhd', SHOWN_WIDTH, 16_384 << 16),
    ],
    [
      'is stored with 16,384 pixels',
      'unsupported_video',
      put(mp4, 'stsd', CODED_SIZE, 0x4000_4000),
    ],
    ['lies in another file', 'unsupported_video', put(mp4, 'url ', 4, 0)],
    ['has no pictures', 'unsupported_video', named(mp4, 'vide', 'text')],
    ['has no index', 'damaged_video', named(mp4, 'moov', 'free')],
    ['has no frames', 'damaged_video', named(mp4, 'mdat', 'free')],
    ['has a box that is longer than the file', 'damaged_video', put(mp4, 'mdat', -4, 1_000_000)],
    ['has a box without length', 'damaged_video', put(mp4, 'mvhd', -4, 4)],
    ['has a box that goes on for ever', 'damaged_video', put(mp4, 'trak', -4, 0x7fff_ffff)],
    ['is cut', 'damaged_video', mp4.subarray(0, mp4.length / 2)],
    ['is cut behind its index', 'damaged_video', fast.subarray(0, fast.length - 100)],
    ['is a WebM that is cut', 'damaged_video', webm.subarray(0, webm.length / 2)],
    ['is nothing but its head', 'damaged_video', mp4.subarray(0, 40)],
  ])('refuses what %s', async (_what, fault, bytes) => {
    expect(await inspect(bytes)).toEqual({ fault, times: [], isPlain: false })
  })

  it('looks no further than there can be boxes', async () => {
    const box = Buffer.from('\0\0\0\x08free', 'latin1')
    const many = Buffer.concat([mp4.subarray(0, 32), ...Array.from({ length: 1e6 }, () => box)])
    const start = performance.now()
    expect((await inspect(many)).fault).toBe('damaged_video')
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it.each([
    ['MP4', mp4],
    ['WebM', webm],
  ])('answers whatever has been done to an %s', async (_name, bytes) => {
    const random = createSeededRandom(43)
    for (let n = 0; n < 200; n += 1) {
      const { times } = await inspect(mutate(bytes, random))
      expect(times.length).toBeLessThan(3)
    }
  })
})
