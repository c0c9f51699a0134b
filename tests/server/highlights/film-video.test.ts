import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import { describe, expect, it, vi } from 'vitest'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { drawFrame } from '../../../film/draw-frame.ts'
import { titleOf } from '../../../film/draw-title.ts'
import { layersAt, filmTimeline } from '../../../film/film-timeline.ts'
import { PACE } from '../../../server/http/request-bodies.ts'
import { createDecodedPictures } from '../../../server/media/decode-pictures.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { FILM_DAY, makeFilmDay, ONE_PHOTO } from '../../support/film-day.ts'
import { probeStreams } from '../../support/probe-streams.ts'
import { sharedFolder, sharedWholeApi } from '../../support/fixtures.ts'
import { startWholeApi } from '../../support/whole-api.ts'

const FILM = { width: 1080, height: 1920 }

const api = await sharedWholeApi()
const folder = await sharedFolder()

describe('the video of a day', () => {
  // Specification: 3.9, 7.27, 9.16
  it('answers with a playable video of exactly the frames of its pictures', async () => {
    const day = await makeFilmDay(api, [
      [960, 1280],
      [1280, 960],
    ])
    const config = {
      ...(await day.config()),
      specialDurationInSeconds: 0.8,
      normalDurationInSeconds: 0.7,
    }
    const { status, body } = await day.render(config)
    expect(status).toBe(200)
    const answer = await fetch(api.url + body.data.output)
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const part = await fetch(answer.url, { headers: { range: 'bytes=1000-1999' } })
    expect([part.status, part.headers.get('cache-control')]).toEqual([206, 'private, no-store'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
    const file = join(folder, 'whole.mp4')
    await writeFile(file, bytes)
    const video = {
      codec_name: 'h264',
      width: 1080,
      height: 1920,
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      color_primaries: 'bt709',
      color_transfer: 'bt709',
      color_range: 'tv',
      r_frame_rate: '30/1',
      nb_read_frames: String((0.8 + 0.7) * 30),
    }
    expect(probeStreams(file)).toEqual([expect.objectContaining(video)])
    // The index lies in front of the pictures: it plays while it is still coming.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(bytes.length).toBeLessThan(10_000_000)

    for (const frame of [0, 25, 34, 43]) {
      const expected = await drawn(config, day.posts, frame)
      expect(difference(frameOf(file, frame), expected)).toBeLessThan(5)
    }
  })

  it('a connection may be silent for as long as its film takes', async () => {
    const hasty = await startWholeApi({ pace: { ...PACE, idleMs: 200 } })
    try {
      const day = await makeFilmDay(hasty, ONE_PHOTO)
      expect((await day.render()).status).toBe(200)
    } finally {
      await hasty.close()
    }
  })

  it('without ffmpeg tells the operator at the start, and the owner', async () => {
    vi.stubEnv('PATH', folder)
    const poor = await startWholeApi()
    const day = await makeFilmDay(poor, ONE_PHOTO)
    expect(await day.render()).toMatchObject({
      status: 500,
      body: { error: 'Internal Server Error.' },
    })
    expect(poor.logged).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('ffmpeg') }),
    )
    await poor.close()
  })
})

/** A frame of a video, RGBA. */
function frameOf(file: string, frame: number): Buffer {
  const select = ['-i', file, '-vf', `select=eq(n\\,${frame}),scale=in_color_matrix=bt709`]
  return execFileSync(
    'ffmpeg',
    ['-v', 'error', ...select, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    { maxBuffer: 20_000_000 },
  )
}

/** The same frame as drawn from the photos themselves. */
async function drawn(
  config: FilmConfig,
  posts: readonly { media_name: string }[],
  frame: number,
): Promise<Buffer> {
  const film = filmTimeline(config)
  const files = posts.map(({ media_name }) => join(api.folder, 'blobs', mediaKeys(media_name).full))
  const pictures = createDecodedPictures(
    await Promise.all(files.map((file) => readFile(file))),
    FILM,
  )
  await pictures.have(layersAt(film, frame).map(({ shot }) => shot.image))
  const canvas = createCanvas(FILM.width, FILM.height)
  const { images } = pictures
  drawFrame<Canvas>(canvas.getContext('2d'), {
    ...FILM,
    frame,
    timeline: film,
    images,
    title: titleOf('Anna & Ben', FILM_DAY),
  })
  return Buffer.from(canvas.data())
}

/** How far apart two pictures' bytes are in the mean, of 255. */
function difference(a: Buffer, b: Buffer): number {
  expect(a.length).toBe(b.length)
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / a.length
}
