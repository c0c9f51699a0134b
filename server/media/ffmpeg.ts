import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Size } from '../../film/film-context.ts'
import { FPS } from '../../film/film-timeline.ts'

/** What a machine lacks to make films; undefined: nothing. */
export async function missingForFilms(): Promise<string | undefined> {
  const encoders = await new Promise<string>((resolve) => {
    execFile('ffmpeg', ['-hide_banner', '-encoders'], (error, stdout) =>
      resolve(error ? '' : stdout),
    )
  })
  if (encoders === '') return 'ffmpeg'
  return /\blibx264\b/.test(encoders) ? undefined : 'an ffmpeg with libx264'
}

/** What a machine lacks to make of videos what is served; undefined: nothing. */
export async function missingForVideos(): Promise<string | undefined> {
  const probe = new Promise<boolean>((resolve) => {
    execFile('ffprobe', ['-hide_banner', '-version'], (error) => resolve(error === null))
  })
  return (await missingForFilms()) ?? ((await probe) ? undefined : 'ffprobe')
}

/** What is missing may be installed, or was not to be had for a moment. */
const LOOK_AGAIN_MS = 60_000

/** `missingForVideos` for each upload: what is there stays there, and what is missing is looked for once a minute. */
export function recallMissingForVideos(): () => Promise<string | undefined> {
  let looked: { atMs: number; missing: Promise<string | undefined> } | undefined
  return async () => {
    const isOld = looked && performance.now() - looked.atMs > LOOK_AGAIN_MS
    if (isOld && (await looked?.missing)) looked = undefined
    looked ??= { atMs: performance.now(), missing: missingForVideos() }
    return looked.missing
  }
}

/**
 * Two thirds of the work of "superfast" alone, as sharp and a little larger: in pictures that move slowly and fade, finer motion
 * search finds nothing, but lookahead does, and a film has no cuts.
 */
const X264 =
  '-c:v libx264 -preset superfast -crf 22 ' +
  '-x264-params mbtree=1:rc-lookahead=5:subme=0:partitions=none:b-adapt=0:scenecut=0'

/** From RGBA to the colours of a film. Without `full_chroma_inp` there is no fast path: it took four times as long. */
const COLOURS =
  'scale=out_color_matrix=bt709:out_range=tv:flags=bilinear+full_chroma_inp,format=yuv420p'

/** Writes frames as an MP4 that every browser plays, and begins to before it has all of it. `music`: a file of AAC, which goes in as it is. */
export function startEncoder(
  { width, height }: Size,
  { output, music }: { output: string; music?: string | undefined },
) {
  const raw = `-f rawvideo -pix_fmt rgba -s ${width}x${height} -r ${FPS} -i pipe:0`
  const colours = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'
  const sound = music === undefined ? ['-an'] : ['-f', 'aac', '-i', music, '-c:a', 'copy']
  const words = `-vf ${COLOURS} ${X264} ${colours} -movflags +faststart -f mp4`
  const before = `-hide_banner -loglevel error -y ${raw}`
  const args = [...before.split(' '), ...sound, ...words.split(' '), output]
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  ffmpeg.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-500)))
  const ended = new Promise<void>((resolve, reject) => {
    ffmpeg.on('error', reject)
    ffmpeg.on('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code ?? signal}: ${said}`)),
    )
  })
  // Awaited only after the last frame: a rejection before that must not count as unhandled.
  ended.catch(() => undefined)
  ffmpeg.stdin.on('error', () => undefined)
  /** Resolves once ffmpeg has the frame that was added last. */
  let taken = Promise.resolve()

  return {
    /** Takes the next frame, RGBA. Resolves when it wants another; rejects when ffmpeg has ended. */
    async add(frame: Uint8Array): Promise<void> {
      // The next one is drawn while this one is written: so both are at work all the time.
      await Promise.race([taken, ended])
      if (ffmpeg.exitCode !== null) return ended
      taken = new Promise((resolve) => ffmpeg.stdin.write(frame, () => resolve()))
    },
    /** Resolves when the file is whole. */
    async finish(): Promise<void> {
      ffmpeg.stdin.end()
      await ended
    },
  }
}

/** Writes the frames of a loop round and round, as many as a film takes: nothing of it is encoded anew. */
export async function layMusic(loop: string, seconds: number, output: string): Promise<void> {
  const frames = await framesOf(loop)
  const count = Math.round((seconds * SAMPLE_RATE) / FRAME_SAMPLES)
  const all = Array.from({ length: count }, (_, at) => frames[at % frames.length] as Buffer)
  await writeFile(output, Buffer.concat(all))
}

async function framesOf(loop: string): Promise<Buffer[]> {
  const words = ['-v', 'error', '-nostdin', '-i', loop, '-c:a', 'copy', '-f', 'adts', 'pipe:1']
  const { stdout } = await promisify(execFile)('ffmpeg', words, { encoding: 'buffer' })
  // The first one is the last one once more, for players: they decode it and do not play it. Here it would be heard.
  return adtsFrames(stdout).slice(1)
}

export const SAMPLE_RATE = 48_000
export const FRAME_SAMPLES = 1024

/** The frames of an AAC stream. Each says its own length (ISO/IEC 14496-3, ADTS). */
export function adtsFrames(stream: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at < stream.length;) {
    const length = (stream.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    if (length === 0) throw new Error(`no frame of AAC at byte ${at}`)
    frames.push(stream.subarray(at, at + length))
    at += length
  }
  return frames
}
