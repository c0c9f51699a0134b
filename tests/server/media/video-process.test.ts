import { execFile, execFileSync } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { sniffVideo } from '../../../contract/video-type.ts'
import { createLog } from '../../../server/log.ts'
import { inspectVideo } from '../../../server/media/inspect-video.ts'
import { VideoError } from '../../../server/media/run-ffmpeg.ts'
import { createVideoProcess } from '../../../server/media/video-process.ts'
import type { MadeVideo } from '../../../server/media/video-process.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { FILMED, makeVideo } from '../../support/make-video.ts'
import type { VideoOptions } from '../../support/make-video.ts'
import { mutate } from '../../support/mutate-video.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'

const folder = await sharedFolder()
const work = join(folder, 'work')
const videos = createVideoProcess({ folder: work, log: createLog('silent') })
afterAll(() => videos.close())
const longest = { maxVideoSeconds: 3 }
/** How many mutated videos are looked at. */
const TRIES = process.env['ORMA_TEST_FULL'] === '1' ? 60 : 6

async function film(name: string, options: VideoOptions): Promise<string> {
  await makeVideo(join(folder, name), { seconds: 1, ...options })
  return join(folder, name)
}

async function make<T>(file: string, use: (made: MadeVideo) => Promise<T>): Promise<T> {
  const type = sniffVideo(await readFile(file)) ?? 'mp4'
  return videos.make({ file, type, longest }, use)
}

/** What ffprobe says of the streams, pictures first. */
async function probe(file: string) {
  const words = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]
  const { stdout } = await promisify(execFile)('ffprobe', words)
  const { streams, format } = JSON.parse(stdout)
  return { video: streams[0], audio: streams[1], count: streams.length, format }
}

/** What was made, as it is said of it while it is there. */
const describeMade = (file: string) =>
  make(file, async ({ video, clean, frames, seconds }) => ({
    seconds,
    served: await probe(video),
    bytes: await readFile(video),
    clean: clean && {
      ...(await probe(clean.file)),
      type: clean.type,
      bytes: await readFile(clean.file),
    },
    poster: await sharp(await readFile(frames[0] ?? '')).metadata(),
    frames: frames.length,
  }))

describe('what is made of a video', () => {
  it.each<[string, string, VideoOptions]>([
    ['an Android phone', 'android.mp4', { location: true, rotate: 90 }],
    ['an iPhone', 'iphone.mov', { location: true, rotate: 90 }],
  ])('of %s is the same pictures, turned by the browser', async (_what, name, options) => {
    const file = await film(name, options)
    const { served, clean, poster, frames, seconds, bytes } = await describeMade(file)
    expect(served.video).toMatchObject({ codec_name: 'h264', width: 320, height: 240 })
    expect(served.video.side_data_list[0].rotation).toBe(-90)
    expect(served.audio.codec_name).toBe('aac')
    expect([clean, frames, seconds]).toEqual([undefined, 5, 1])
    expect([poster.width, poster.height]).toEqual([240, 320])
    expect(await packetHash(file)).toBe(await packetHash(await kept('served.mp4', bytes)))
    // So that it plays before it is whole.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expectNothingOfTheCamera(bytes)
  })

  it('of HEVC in HDR is upright H.264 in SDR, beside a cleaned original', async () => {
    const options = { codec: 'hevc', hdr: true, rotate: 270, location: true } as const
    const { served, clean, poster, bytes } = await describeMade(await film('hdr.mov', options))
    expect(served.video).toMatchObject({
      codec_name: 'h264',
      width: 240,
      height: 320,
      pix_fmt: 'yuv420p',
      color_transfer: 'bt709',
      color_space: 'bt709',
      color_primaries: 'bt709',
    })
    expect(served.video.side_data_list).toBeUndefined()
    expect([poster.width, poster.height]).toEqual([240, 320])
    expect(clean).toMatchObject({
      type: 'mov',
      video: { codec_name: 'hevc', color_transfer: 'arib-std-b67', pix_fmt: 'yuv420p10le' },
    })
    expect(clean?.video.side_data_list.at(-1).rotation).toBe(90)
    for (const one of [bytes, clean?.bytes ?? bytes]) expectNothingOfTheCamera(one)
  })

  it('of a WebM is H.264 with AAC, and the WebM', async () => {
    const options = { codec: 'vp9', audio: 'opus' } as const
    const { served, clean } = await describeMade(await film('browser.webm', options))
    expect([served.video.codec_name, served.audio.codec_name]).toEqual(['h264', 'aac'])
    expect(clean).toMatchObject({ type: 'webm', video: { codec_name: 'vp9' } })
    expect(clean?.audio.codec_name).toBe('opus')
  })

  it('of uncompressed sound is AAC, and of none is none', async () => {
    const pcm = await describeMade(await film('pcm.mov', { audio: 'pcm' }))
    expect([pcm.served.audio.codec_name, pcm.clean]).toEqual(['aac', undefined])
    const silent = await describeMade(await film('silent.mp4', { audio: false }))
    expect(silent.served.count).toBe(1)
  })

  it('of large pictures and slow motion is 1080p with 60 frames a second', async () => {
    const options = { width: 1440, height: 2560, fps: 120, audio: false } as const
    const { served, poster } = await describeMade(
      await film('slow.mp4', { ...options, seconds: 0.2 }),
    )
    expect(served.video).toMatchObject({ width: 1080, height: 1920, avg_frame_rate: '60/1' })
    expect([poster.width, poster.height]).toEqual([1080, 1920])
  })

  it('has as poster its most detailed frame, never a black one', async () => {
    const dark = join(folder, 'dark.mp4')
    const black = `color=black:size=320x240:rate=30:duration=1.5`
    const colours = 'testsrc2=size=320x240:rate=30:duration=0.5'
    const joined = '[0][1]concat=n=2,format=yuv420p'
    const inputs = ['-f', 'lavfi', '-i', black, '-f', 'lavfi', '-i', colours]
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-filter_complex', joined, dark])
    const { channels } = await make(dark, async ({ frames }) =>
      sharp(await readFile(frames[0] ?? '')).stats(),
    )
    expect(channels[0]?.stdev).toBeGreaterThan(20)
  })

  it('of a single frame is a video all the same', async () => {
    const { frames } = await describeMade(await film('one.mp4', { seconds: 1 / 30, audio: false }))
    expect(frames).toBeGreaterThan(0)
  })

  it('leaves nothing behind', async () => {
    expect(await readdir(work)).toEqual([])
  })
})

describe('a hostile video', () => {
  const refusal = (file: string) =>
    make(file, async () => 'made').catch((error: unknown) =>
      error instanceof VideoError ? error.reason : String(error),
    )

  it.each([
    ['names files for ffmpeg to join', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['is a playlist of another host', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n'],
  ])('that %s is none', async (_what, words) => {
    const file = join(folder, 'list.mp4')
    await writeFile(file, words)
    expect(await refusal(file)).toBe('undecodable')
  })

  it('that is longer than it says is given up', async () => {
    const [file, live] = [
      await film('longer.webm', { codec: 'vp9', audio: false, seconds: 6 }),
      join(folder, 'live.webm'),
    ]
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      file,
      '-c',
      'copy',
      '-f',
      'webm',
      '-live',
      '1',
      live,
    ])
    expect((await inspectVideo(live, 'webm', longest)).fault).toBeUndefined()
    expect(await refusal(live)).toBe('undecodable')
  })

  it('ends nothing but itself, whatever has been done to it', async () => {
    const small = { width: 160, height: 120 }
    const whole = [
      await readFile(await film('small.mp4', small)),
      await readFile(await film('small.webm', { ...small, codec: 'vp9', audio: 'opus' })),
    ]
    const random = createSeededRandom(7)
    const file = join(folder, 'mutated')
    const found = new Set<string>()
    for (let tried = 0; tried < TRIES;) {
      const bytes = mutate(whole[tried % 2] ?? Buffer.alloc(0), random)
      const type = sniffVideo(bytes)
      if (!type || (await inspectVideo(bytes, type, longest)).fault) continue
      await writeFile(file, bytes)
      found.add(await refusal(file))
      tried += 1
    }
    expect(['made', 'undecodable']).toEqual(expect.arrayContaining([...found]))
  })
})

/** Of the coded pictures alone. */
async function packetHash(file: string): Promise<string> {
  const words = ['-v', 'error', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-']
  return (await promisify(execFile)('ffmpeg', words)).stdout
}

async function kept(name: string, bytes: Uint8Array): Promise<string> {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

function expectNothingOfTheCamera(bytes: Buffer): void {
  const { place, device } = FILMED
  for (const word of [place, '48.8584', device, 'iPhone', 'quicktime.', 'Lavf', '2026-06']) {
    expect(bytes.includes(word)).toBe(false)
  }
  // When it was made, by its boxes: never.
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    expect(bytes.readUInt32BE(bytes.indexOf(box) + 8)).toBe(0)
  }
}
