import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUSIC_NAMES, musicAddress } from '../../../contract/music.ts'
import type { MusicName } from '../../../contract/music.ts'
import { sql } from '../../../server/db/sql.ts'
import { musicFile } from '../../../server/highlights/film-plan.ts'
import { adtsFrames, FRAME_SAMPLES, SAMPLE_RATE, layMusic } from '../../../server/media/ffmpeg.ts'
import { makeFilmDay, ONE_PHOTO } from '../../support/film-day.ts'
import { probeStreams } from '../../support/probe-streams.ts'
import type { FilmDay } from '../../support/film-day.ts'
import { sharedFolder, sharedWholeApi } from '../../support/fixtures.ts'

const FRAME_SECONDS = 1 / 30

const api = await sharedWholeApi()
const folder = await sharedFolder()

describe('POST /events/{event_hash}/reel/{id}/render-video of an Orma with music', () => {
  // Specification: 3.8
  it('gives a film with that music, as long as the film', async () => {
    const day = await makeFilmDay(api, ONE_PHOTO)
    await choose(day, 'calm')
    const { status, body } = await day.render()
    expect([status, (await day.config()).bgAudio]).toEqual([200, musicAddress('calm')])
    const bytes = Buffer.from(await (await fetch(api.url + body.data.output)).arrayBuffer())
    const file = join(folder, 'film.mp4')
    await writeFile(file, bytes)
    const [video, sound] = probeStreams(file)
    expect([video?.['codec_name'], sound?.['codec_name']]).toEqual(['h264', 'aac'])
    const apart = Math.abs(Number(video?.['duration']) - Number(sound?.['duration']))
    expect(apart).toBeLessThan(FRAME_SECONDS)
    const heard = framesIn(file)
    const loop = framesIn(musicFile(musicAddress('calm')) ?? '').slice(1)
    expect(Buffer.concat(heard).equals(Buffer.concat(loop.slice(0, heard.length)))).toBe(true)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('joins who was cut off to the film, also after other music was chosen', async () => {
    const day = await makeFilmDay(api, ONE_PHOTO)
    await choose(day, 'calm')
    const calm = { bgAudio: musicAddress('calm') }
    const first = day.render(calm)
    await choose(day, 'bright')
    const [one, other] = await Promise.all([first, day.render(calm)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(
      await api.db.all(sql`select id from films where event_id = ${day.event.id}`),
    ).toHaveLength(1)
  })
})

describe.each(MUSIC_NAMES)('the music %s', (name) => {
  const address = musicAddress(name)

  it('is given whole or in parts at an address that names its content, for ever', async () => {
    const whole = await fetch(api.url + address)
    expect(whole.headers.get('content-type')).toBe('audio/mp4')
    expect(whole.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(address).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 8))
    expect(bytes.length).toBeLessThan(300_000)
    const part = await fetch(api.url + address, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    expect((await fetch(`${api.url}${address}x`)).status).toBe(404)
  })

  it('begins anew without a gap, in players and in a film that is longer', async () => {
    const file = musicFile(address) ?? ''
    const once = samplesOf(file)
    const length = once.length / 2
    expect([length % FRAME_SAMPLES, Math.round(length / SAMPLE_RATE)]).toEqual([0, 20])
    // From its end to its beginning it moves on as it does elsewhere.
    const step = Math.abs((once[0] ?? 0) - (once.at(-2) ?? 0))
    expect(step).toBeLessThan(0.01)
    const long = join(folder, `${name}.aac`)
    await layMusic(file, 30, long)
    const round = samplesOf(long)
    expect(Math.abs(round.length / 2 / SAMPLE_RATE - 30)).toBeLessThan(FRAME_SECONDS)
    const again = round.subarray(2 * length, 2 * (length + SAMPLE_RATE))
    const expected = once.subarray(0, 2 * SAMPLE_RATE)
    expect(Math.max(...again.map((value, i) => Math.abs(value - (expected[i] ?? 0))))).toBeLessThan(
      0.02,
    )
  })
})

function choose(day: FilmDay, music: MusicName | null) {
  return api.db.run(sql`update events set music = ${music} where id = ${day.event.id}`)
}

function framesIn(file: string): Buffer[] {
  return adtsFrames(ffmpeg('-i', file, '-vn', '-c:a', 'copy', '-f', 'adts', 'pipe:1'))
}

/** Left and right in turn. */
function samplesOf(file: string): Float32Array {
  const bytes = ffmpeg('-i', file, '-f', 'f32le', 'pipe:1')
  return new Float32Array(Uint8Array.from(bytes).buffer)
}

function ffmpeg(...args: string[]): Buffer {
  return execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...args], { maxBuffer: 50_000_000 })
}
