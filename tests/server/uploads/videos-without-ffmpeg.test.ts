import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Event, Post } from '../../../contract/entities.ts'
import { POSTER } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { recallMissingForVideos } from '../../../server/media/ffmpeg.ts'
import { ownFolder, sharedFolder, sharedServer } from '../../support/fixtures.ts'
import { FILMED, makeVideo } from '../../support/make-video.ts'
import type { VideoOptions } from '../../support/make-video.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendVideo } from '../../support/send-video.ts'
import { createTusCaller, idOf } from '../../support/tus-caller.ts'
import type { TusCaller } from '../../support/tus-caller.ts'
import { pathWithoutFfmpeg } from '../../support/without-ffmpeg.ts'

const MINUTE_MS = 60_000

const folder = await sharedFolder()
const PATH = await pathWithoutFfmpeg(await sharedFolder())
const { orma, client, owner, guest } = await sharedServer({ env: { PATH } })
const clip = await video('clip.mov', { rotate: 90, location: true })
/** Red all over. */
const poster = await sharp({
  create: { width: 720, height: 960, channels: 3, background: '#f00' },
})
  .jpeg()
  .toBuffer()

let event: Event
let tus: TusCaller
beforeEach(async () => {
  event = await client.createOrma(owner, { allowVideos: 'true' })
  tus = createTusCaller(orma, event, guest)
})

async function video(name: string, options: VideoOptions): Promise<Buffer> {
  await makeVideo(join(folder, name), options)
  return readFile(join(folder, name))
}

const begin = (filetype = 'video/quicktime') => tus.create(clip, { metadata: { filetype } })
const wishOf = ({ headers }: { headers: Headers }) => headers.get('upload-poster')

/** Sends the clip with a poster, if there is one. */
async function share(picture?: Buffer): Promise<Post> {
  const id = idOf((await begin()).headers)
  if (picture) expect((await tus.poster(id, picture)).status).toBe(204)
  expect((await tus.patch(id, 0, clip)).status).toBe(204)
  const { body } = await tus.result(id)
  return client.whenProcessed(event, guest, body.post.id)
}

const bytesOf = async (address: string | null | undefined) =>
  Buffer.from(await (await fetch(`${orma.url}${address}`)).arrayBuffer())

describe('a server without ffmpeg', () => {
  it('shows a video in H.264 as it was filmed, with the poster of its phone', async () => {
    const post = await share(poster)
    expect(post).toMatchObject({ status: 'COMPLETED', width: 240, height: 320, duration: 2 })
    const { dominant } = await sharp(await bytesOf(post.image_url)).stats()
    expect([dominant.r > 200, dominant.g < 50]).toEqual([true, true])
    const served = await bytesOf(post.video_url)
    await writeFile(join(folder, 'served.mp4'), served)
    expect(await probe('served.mp4')).toEqual({ codecs: ['h264', 'aac'], rotation: -90 })
    for (const word of [FILMED.place, FILMED.device, 'quicktime', FILMED.local]) {
      expect(served.includes(word)).toBe(false)
    }
  })

  it('has a dark picture stand for a video without poster', async () => {
    const post = await share()
    expect(post).toMatchObject({ status: 'COMPLETED', width: 240, height: 320 })
    const picture = sharp(await bytesOf(post.image_url))
    expect((await picture.stats()).channels.every(({ max }) => max < 60)).toBe(true)
    expect(post.thumbhash).toBeTruthy()
  })

  it('asks for the poster of a video until it has one', async () => {
    const begun = await begin()
    const id = idOf(begun.headers)
    expect([wishOf(begun), wishOf(await tus.head(id))]).toEqual(['wanted', 'wanted'])
    expect(wishOf(await begin('image/jpeg'))).toBeNull()
    expect((await tus.poster(id, poster)).status).toBe(204)
    expect(wishOf(await tus.head(id))).toBeNull()
    // Sent again where its answer was lost.
    expect((await tus.poster(id, poster)).status).toBe(204)
  })

  it('takes a small JPEG as a poster, while its video comes', async () => {
    const id = idOf((await begin()).headers)
    const png = await sharp(poster).png().toBuffer()
    const large = Buffer.concat([await makePhoto({}), Buffer.alloc(POSTER.bytesMax)])
    const answers = [png, Buffer.from('none'), poster.subarray(0, 900), large]
    const codes: string[] = []
    for (const bytes of answers) codes.push((await tus.poster(id, bytes)).body.code)
    expect(codes).toEqual(['unsupported_image', 'unsupported_image', 'damaged_image', 'too_large'])
    await tus.patch(id, 0, clip)
    expect((await tus.poster(id, poster)).body.code).toBe('upload_finished')
  })

  it.each<[string, string, VideoOptions]>([
    ['HEVC', 'hevc.mov', { codec: 'hevc' }],
    ['VP9', 'vp9.webm', { codec: 'vp9', audio: 'opus' }],
    ['uncompressed sound', 'pcm.mov', { audio: 'pcm' }],
  ])('refuses %s, and says what would help', async (_what, name, options) => {
    const { status, body } = await sendVideo(orma, event, guest, await video(name, options))
    expect([status, body.code]).toEqual([415, 'video_needs_ffmpeg'])
    expect(body.error).toBe(texts.server.needsFfmpeg)
  })
})

it('what videos need is looked for until it is there, once a minute', async () => {
  const [path, nowhere] = [process.env['PATH'], await ownFolder()]
  const missing = recallMissingForVideos()
  const inMinutes = (minutes: number) =>
    vi.spyOn(performance, 'now').mockReturnValue(minutes * MINUTE_MS)
  inMinutes(0)
  vi.stubEnv('PATH', nowhere)
  expect(await missing()).toBe('ffmpeg')
  vi.stubEnv('PATH', path)
  expect(await missing()).toBe('ffmpeg')
  inMinutes(1.1)
  expect(await missing()).toBeUndefined()
  inMinutes(9)
  vi.stubEnv('PATH', nowhere)
  expect(await missing()).toBeUndefined()
})

async function probe(name: string) {
  const words = ['-v', 'error', '-show_streams', '-of', 'json', join(folder, name)]
  const { stdout } = await promisify(execFile)('ffprobe', words)
  const { streams } = JSON.parse(stdout)
  const codecs = streams.map(({ codec_name }: { codec_name: string }) => codec_name)
  return { codecs, rotation: streams[0].side_data_list?.[0].rotation }
}
