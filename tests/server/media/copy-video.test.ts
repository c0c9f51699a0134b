import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
const videos = createVideoProcess({
  folder: join(folder, 'work'),
  log: createLog('silent'),
  missing: async () => 'ffmpeg',
})
afterAll(() => videos.close())
const longest = { maxVideoSeconds: 3 }

async function film(name: string, options: VideoOptions = {}): Promise<string> {
  await makeVideo(join(folder, name), { seconds: 1, ...options })
  return join(folder, name)
}

const make = <T>(file: string, use: (made: MadeVideo) => Promise<T>) =>
  videos.make({ file, type: 'mp4', longest }, use)

const run = async (program: string, words: string[]): Promise<string> =>
  (await promisify(execFile)(program, ['-v', 'error', ...words])).stdout

/** Of the coded pictures. */
const hashOf = (file: string) =>
  run('ffmpeg', ['-i', file, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'])

/** What is made, and what it says of itself, while it is there. */
const describeMade = (file: string) =>
  make(file, async ({ video, ...made }) => {
    const shown = await run('ffprobe', ['-show_streams', '-of', 'json', video])
    const streams = JSON.parse(shown).streams as Record<string, unknown>[]
    return { ...made, streams, bytes: await readFile(video) }
  })

describe('a video that is copied', () => {
  it.each<[string, VideoOptions]>([
    ['android.mp4', { location: true }],
    ['iphone.mov', { location: true }],
  ])('has pictures and sound of %s, and nothing of its camera', async (name, options) => {
    const file = await film(name, options)
    const { bytes, ...made } = await describeMade(file)
    expect(made).toMatchObject({ size: { width: 320, height: 240 }, seconds: 1, liveliest: 0 })
    expect([made.clean, made.frames]).toEqual([undefined, []])
    expect(Number(made.streams[1]?.['duration'])).toBeCloseTo(1, 1)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    await writeFile(join(folder, 'served.mp4'), bytes)
    expect(await hashOf(join(folder, 'served.mp4'))).toBe(await hashOf(file))
    const { place, device, local } = FILMED
    for (const word of [place, '48.8584', device, 'Apple', 'quicktime', 'Lavf', 'meta', local]) {
      expect(bytes.includes(word)).toBe(false)
    }
    const filmedAt = Buffer.alloc(4)
    filmedAt.writeUInt32BE(Date.parse(FILMED.utc) / 1000 + 2_082_844_800)
    expect((await readFile(file)).includes(filmedAt)).toBe(true)
    expect(bytes.includes(filmedAt)).toBe(false)
  })

  it.each([
    [90, -90],
    [270, 90],
  ] as const)('plays as upright as one turned by %i degrees', async (rotate, rotation) => {
    const { size, streams } = await describeMade(await film(`${rotate}.mov`, { rotate }))
    expect(size).toEqual({ width: 240, height: 320 })
    expect(streams[0]?.['side_data_list']).toMatchObject([{ rotation }])
  })

  it('begins where a phone has cut it without encoding it anew', async () => {
    const file = join(folder, 'cut.mp4')
    // Behind a key frame: an edit list hides what is before.
    const cut = [
      '-y',
      '-ss',
      '1.5',
      '-i',
      await film('uncut.mp4', { seconds: 3 }),
      '-c',
      'copy',
      file,
    ]
    await run('ffmpeg', cut)
    const { seconds, bytes } = await describeMade(file)
    expect(seconds).toBeCloseTo(1.5, 1)
    await writeFile(join(folder, 'served.mp4'), bytes)
    const firstOf = (name: string) =>
      run('ffmpeg', ['-i', name, '-an', '-frames:v', '1', '-f', 'md5', '-'])
    expect(await firstOf(join(folder, 'served.mp4'))).toBe(await firstOf(file))
    const times = ['-show_entries', 'stream=start_time', '-of', 'csv=p=0']
    const starts = await run('ffprobe', [...times, join(folder, 'served.mp4')])
    expect(
      starts
        .trim()
        .split('\n')
        .map((time) => Math.round(Number(time) * 10)),
    ).toEqual([0, 0])
  })

  it('may be silent, or a recording in fragments', async () => {
    const silent = await describeMade(await film('silent.mp4', { audio: false }))
    expect(silent.streams.map(({ codec_name }) => codec_name)).toEqual(['h264'])
    const file = join(folder, 'fragments.mp4')
    const words = '-c copy -movflags empty_moov+frag_keyframe'.split(' ')
    await run('ffmpeg', ['-i', await film('whole.mp4'), ...words, file])
    const { streams, seconds } = await describeMade(file)
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac'])
    expect(seconds).toBeCloseTo(1, 1)
  })
})

describe('a hostile video that is to be copied', () => {
  const outcome = (file: string) =>
    make(file, async () => 'made').catch((error: unknown) =>
      error instanceof VideoError ? error.reason : String(error),
    )
  const outcomeOf = async (bytes: Uint8Array) => {
    await writeFile(join(folder, 'hostile'), bytes)
    return outcome(join(folder, 'hostile'))
  }

  it('is given up where it is longer than it may be', async () => {
    expect(await outcome(await film('long.mp4', { seconds: 6 }))).toBe('undecodable')
  })

  it('is given up where it is cut, or is none', async () => {
    const bytes = await readFile(await film('small.mp4', { width: 160, height: 120 }))
    expect(await outcomeOf(bytes.subarray(0, bytes.length / 2))).toBe('undecodable')
    expect(await outcomeOf(Buffer.from('#EXTM3U\nhttp://127.0.0.1:1/a.mp4\n'))).toBe('undecodable')
  })

  it('ends nothing but itself, whatever has been done to it', async () => {
    const whole = await readFile(await film('whole.mov', { width: 160, height: 120 }))
    const random = createSeededRandom(11)
    const found = new Set<string>()
    for (let tried = 0; tried < 6;) {
      const bytes = mutate(whole, random)
      const type = sniffVideo(bytes)
      if (!type || (await inspectVideo(bytes, type, longest)).fault) continue
      found.add(await outcomeOf(bytes))
      tried += 1
    }
    expect([...found].toSorted()).toEqual(['made', 'undecodable'])
  })

  it('is let go of where the server stops', async () => {
    const stopped = createVideoProcess({
      folder: join(folder, 'stopped'),
      log: createLog('silent'),
      missing: async () => 'ffmpeg',
    })
    const file = await film('stopped.mp4')
    const making = stopped.make({ file, type: 'mp4', longest }, async () => 'made')
    stopped.close()
    await expect(making).rejects.toMatchObject({ reason: 'closed' })
  })
})
