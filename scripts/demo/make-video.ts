import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EVENING_FOLDER } from './evening.ts'
import type { EveningVideo } from './evening.ts'

/** How long each of its photos is seen, and for how long both are. */
const PHOTO_SECONDS = 6
const FADE_SECONDS = 1
const SECONDS = 2 * PHOTO_SECONDS - FADE_SECONDS
/** As many steps a second as people dance. */
const BEAT = 2

/** Makes a video as from a phone among those who dance: of two photos, with a quiet tone. */
export async function makeEveningVideo(video: EveningVideo, output: string): Promise<void> {
  const photos = video.photos.flatMap((file) => ['-i', join(EVENING_FOLDER, 'photos', file)])
  const filters = [
    `[0]${handheld(video, 1)}[a]`,
    `[1]${handheld(video, -1)}[b]`,
    `[a][b]xfade=duration=${FADE_SECONDS}:offset=${PHOTO_SECONDS - FADE_SECONDS},format=yuv420p[v]`,
    `[2]volume=0.08,tremolo=f=${BEAT}:d=0.8[s]`,
  ]
  const tone = `-f lavfi -i sine=frequency=98:sample_rate=48000:duration=${SECONDS}`.split(' ')
  const codecs = '-c:v libx264 -preset veryfast -crf 26 -c:a aac -b:a 48k -movflags +faststart'
  const words = [
    '-v',
    'error',
    '-nostdin',
    ...photos,
    ...tone,
    '-filter_complex',
    filters.join(';'),
  ]
  const out = `-map [v] -map [s] ${codecs} -f mp4`.split(' ')
  const made = promisify(execFile)('ffmpeg', [...words, ...out, output])
  // Behind the server and its visitors.
  if (made.child.pid !== undefined) setPriority(made.child.pid, constants.priority.PRIORITY_LOW)
  await made
}

/** A photo seen through a phone that turns slowly aside, and goes up and down with the beat. */
function handheld({ width, height }: EveningVideo, side: 1 | -1): string {
  const aside = `(iw-ow)*(0.5+${side * 0.4}*sin(t*0.8))`
  const up = `(ih-oh)*(0.55-0.1*abs(sin(t*${BEAT}*PI)))`
  return `format=yuv420p,loop=-1:1,fps=30,trim=duration=${PHOTO_SECONDS},crop=${width}:${height}:'${aside}':'${up}'`
}
