/** Makes the films' music: two loops of our own, as AAC in MP4, named by a hash of their content. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adtsFrames, FRAME_SAMPLES, SAMPLE_RATE } from '../server/media/adts.ts'
import type { Stereo } from './music/instruments.ts'
import { FRAMES, makeBright, makeCalm } from './music/pieces.ts'

const FOLDER = join(import.meta.dirname, '../server/highlights/music')
const BITRATE = '96k'

const folder = mkdtempSync(join(tmpdir(), 'orma-music-'))
for (const [name, make] of Object.entries({ calm: makeCalm, bright: makeBright })) {
  const m4a = encoded(make())
  const hash = createHash('sha256').update(m4a).digest('hex').slice(0, 8)
  writeFileSync(join(FOLDER, `${name}-${hash}.m4a`), m4a)
  console.log(`${name}-${hash}.m4a: ${m4a.length} bytes`)
}
rmSync(folder, { recursive: true })

/**
 * A frame of AAC needs the one before it. So the loop is encoded three times in a row, and the second round is kept, with the
 * last frame of the first, which players decode without playing it: a loop then has no gap.
 */
function encoded(loop: Stereo): Buffer {
  const [wav, whole, kept, m4a] = ['loops.f32', 'whole.aac', 'kept.aac', 'kept.m4a'].map((file) =>
    join(folder, file),
  ) as [string, string, string, string]
  const once = interleaved(loop)
  writeFileSync(wav, Buffer.concat([once, once, once]))
  const raw = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', wav]
  ffmpeg(...raw, '-c:a', 'aac', '-b:a', BITRATE, '-f', 'adts', whole)
  writeFileSync(kept, Buffer.concat(adtsFrames(readFileSync(whole)).slice(FRAMES, 2 * FRAMES + 1)))
  const early = ['-itsoffset', String(-FRAME_SAMPLES / SAMPLE_RATE), '-i', kept, '-c', 'copy']
  ffmpeg(
    ...early,
    '-avoid_negative_ts',
    'disabled',
    '-movflags',
    '+faststart',
    '-movie_timescale',
    String(SAMPLE_RATE),
    '-fflags',
    '+bitexact',
    m4a,
  )
  return readFileSync(m4a)
}

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'inherit' })
}

function interleaved([left, right]: Stereo): Buffer {
  const samples = new Float32Array(2 * left.length)
  for (let at = 0; at < left.length; at += 1) {
    samples[2 * at] = left[at] ?? 0
    samples[2 * at + 1] = right[at] ?? 0
  }
  return Buffer.from(samples.buffer)
}
