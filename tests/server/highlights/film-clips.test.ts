import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { contentOf } from '../../../server/highlights/film-plan.ts'
import { mediaKeys, videoAddress, videoKeys } from '../../../server/posts/post-media.ts'
import { makeFilmDay, TWO_PHOTOS } from '../../support/film-day.ts'
import { probeStreams } from '../../support/probe-streams.ts'
import type { FilmDay } from '../../support/film-day.ts'
import { sharedFolder, sharedWholeApi } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'

const api = await sharedWholeApi()
const folder = await sharedFolder()
const blobs = createFsBlobStore(join(api.folder, 'blobs'))
const [VIDEO, POSTER] = [join(folder, 'video.mp4'), join(folder, 'poster.jpg')]
await makeVideo(VIDEO, { seconds: 6, width: 320, height: 240 })
execFileSync('ffmpeg', ['-v', 'error', '-i', VIDEO, '-frames:v', '1', POSTER])

describe('the film of a day with a video', () => {
  it('says which part of it is shown, and how long', async () => {
    const day = await makeFilmDay(api)
    const before = await day.config()
    await becomeVideo(day, 1, { duration_ms: 61_500, liveliest_ms: 41_250 })
    const { media_name } = day.posts[1]!
    const clip = { url: videoAddress(media_name), start: 41.25, seconds: 3 }
    const images = before.images.with(1, { ...before.images[1]!, clip })
    expect(await day.config()).toEqual({ ...before, images })
  })

  it('shows all of a video that is shorter, of the shortest its poster', async () => {
    const day = await makeFilmDay(api)
    await becomeVideo(day, 0, { duration_ms: 1_700, liveliest_ms: null })
    await becomeVideo(day, 1, { duration_ms: 300, liveliest_ms: null })
    const { images } = await day.config()
    const all = { url: videoAddress(day.posts[0]!.media_name), start: 0, seconds: 1.7 }
    expect(images.map(({ clip }) => clip)).toEqual([all, undefined, undefined])
  })

  it('moves while the video is seen, for as long as it says', async () => {
    const day = await makeFilmDay(api, TWO_PHOTOS)
    await becomeVideo(day, 1, { duration_ms: 6_000, liveliest_ms: 2_000 })
    const { images } = await day.config()
    const [photo, video] = images
    const file = await render(day, {
      images: [photo!, { ...video!, clip: { ...video!.clip!, seconds: 1.5 } }],
    })
    const frames = (0.5 + 1.5) * 30
    expect(probeStreams(file)).toEqual([
      expect.objectContaining({ codec_name: 'h264', nb_read_frames: String(frames) }),
    ])
    // Behind its fade, and before that of the film's end.
    expect(movesBetween(file, 36, 37)).toBe(true)
    expect(movesBetween(file, 38, 39)).toBe(true)
  })

  it('shows the poster of a video that is lost, or cannot be read', async () => {
    const day = await makeFilmDay(api)
    await becomeVideo(day, 1, { duration_ms: 800, liveliest_ms: null })
    await becomeVideo(day, 2, { duration_ms: 1_000, liveliest_ms: null })
    const [, lost, unread] = day.posts.map(({ media_name }) => videoKeys(media_name).video)
    await blobs.delete(lost!)
    await blobs.put(unread!, Buffer.alloc(5_000, 'ffconcat '))
    const { images } = await day.config()
    const file = await render(day, { images: images.map((one) => ({ ...one, special: false })) })
    // Each behind its fade, and before the next.
    expect(movesBetween(file, 28, 37)).toBe(false)
    expect(movesBetween(file, 53, 55)).toBe(false)
  })

  it('goes round and round where a video is all of it', async () => {
    const day = await makeFilmDay(api, [[400, 320]])
    await becomeVideo(day, 0, { duration_ms: 1_000, liveliest_ms: null })
    const file = await render(day)
    expect(movesBetween(file, 14, 15)).toBe(true)
    expect(probeStreams(file)).toMatchObject([{ nb_read_frames: '30' }])
  })

  it('refuses a video that is not the picture’s own', async () => {
    const day = await makeFilmDay(api)
    const config = await day.config()
    for (const url of [
      videoAddress(day.posts[0]!.media_name),
      '/etc/passwd',
      `/media/${day.posts[1]!.media_name}/film.mp4`,
    ]) {
      const clip = { url, start: 0, seconds: 3 }
      const images = config.images.with(1, { ...config.images[1]!, clip })
      const { status, body } = await day.render({ images })
      expect([status, body.code]).toEqual([400, 'foreign_image'])
    }
  })
})

it('a film is named by all that is seen and heard in it', () => {
  const images = [
    { media_name: 'a'.repeat(32), special: true },
    { media_name: 'b'.repeat(32), special: false },
  ]
  const seconds = { normalDurationInSeconds: 2, specialDurationInSeconds: 3.5 }
  const title = { name: 'Anna & Ben', date: 'Jun 20, 2026' }
  const name = contentOf({ images, ...seconds, title })
  const clips = [0, 1].map((start) => ({ ...images[0]!, clip: { start, seconds: 3 } }))
  const others = clips.map((clip) => contentOf({ images: [clip], ...seconds, title }))
  // So is another title, or music, over the same pictures.
  others.push(contentOf({ images, ...seconds, title: { ...title, name: 'Ben & Anna' } }))
  others.push(contentOf({ images, ...seconds, title, music: '/media/music/bright.m4a' }))
  expect(new Set([name, ...others]).size).toBe(5)
})

interface VideoFacts {
  duration_ms: number
  liveliest_ms: number | null
}

/** Makes one of a day's photos a video of six seconds, whatever its row says. */
async function becomeVideo(day: FilmDay, at: number, facts: VideoFacts): Promise<void> {
  const { id, media_name } = day.posts[at]!
  await blobs.put(videoKeys(media_name).video, await readFile(VIDEO))
  await blobs.put(mediaKeys(media_name).full, await readFile(POSTER))
  const { duration_ms, liveliest_ms } = facts
  await api.db.run(sql`
    update posts set kind = 'video', duration_ms = ${duration_ms}, liveliest_ms = ${liveliest_ms} where id = ${id}`)
  // As whatever changes what the feed shows does.
  await api.db.run(
    sql`update events set feed_version = feed_version + 1 where id = ${day.event.id}`,
  )
}

/** Renders a day's film to a local file. */
async function render(day: FilmDay, changes?: Partial<FilmConfig>): Promise<string> {
  const { body } = await day.render(changes)
  const answer = await fetch(api.url + body.data.output)
  const file = join(folder, `film-${day.event.id}.mp4`)
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  return file
}

/** Whether a film's middle differs between two of its frames, by more than encoding does. */
function movesBetween(file: string, one: number, other: number): boolean {
  const select = `select=eq(n\\,${one})+eq(n\\,${other}),crop=600:600,format=gray`
  const raw = ['-vsync', '0', '-f', 'rawvideo', 'pipe:1']
  const both = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-vf', select, ...raw])
  const half = both.length / 2
  let sum = 0
  for (let at = 0; at < half; at += 1) sum += Math.abs(both[at]! - both[at + half]!)
  return sum / half > 0.5
}
