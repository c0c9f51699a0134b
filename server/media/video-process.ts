import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLIP_SECONDS } from '../../contract/limits.ts'
import type { VideoType } from '../../contract/video-type.ts'
import type { Size } from '../../film/film-context.ts'
import type { Log } from '../log.ts'
import { FfmpegMissing, isOutOfSpace, StorageFull } from '../outages.ts'
import { copyVideo } from './copy-video.ts'
import { recallMissingForVideos } from './ffmpeg.ts'
import { inspectVideo } from './inspect-video.ts'
import { listPackets, liveliestStart } from './liveliest-part.ts'
import { runFfmpeg, VideoError } from './run-ffmpeg.ts'
import { readFacts } from './video-facts.ts'
import type { VideoFacts } from './video-facts.ts'
import { clean, isHdr, isPlayedEverywhere, repack, takeFrames, transcode } from './video-recipes.ts'
import type { Recipe, Source } from './video-recipes.ts'
import { TOLERANCE_SECONDS } from './video-structure.ts'
import type { LongestVideo } from './video-structure.ts'

/** Files made of a video. */
export interface MadeVideo {
  /** As it is served. */
  video: string
  /** The original without its metadata; undefined where `video` is that, or where there can be none. */
  clean: { file: string; type: VideoType } | undefined
  /** JPEGs of moments all over it, the most detailed first; empty where nothing here can make any. */
  frames: string[]
  /** As it is shown, upright. */
  size: Size
  seconds: number
  /** Where the part of it begins that films show, in seconds. */
  liveliest: number
}

/** Makes of videos what is served, each in processes of their own. */
export interface VideoProcess {
  /** Gives `use` what was made, which is there until `use` has ended. Rejects with a `VideoError`, or an `Outage`. */
  make: <T>(request: VideoRequest, use: (made: MadeVideo) => Promise<T>) => Promise<T>
  /** Aborted once it is closed. */
  closing: AbortSignal
  /** Ends every process at once; videos under way reject with 'closed'. */
  close: () => void
}

interface VideoRequest {
  file: string
  type: VideoType
  longest: LongestVideo
}

/** Of the length: at the beginning and the end cameras are often in a pocket. */
const FRAMES_AT = [0.06, 0.28, 0.5, 0.72, 0.94]
/** What a dead process left behind. No video takes as long. */
const LEFT_MS = 24 * 60 * 60_000

interface VideoProcessOptions {
  /** Of a disk, as there may be two copies of a video in it. */
  folder: string
  log: Log
  /** What is missing to decode videos: then plain ones are copied, and all others wait. */
  missing?: () => Promise<string | undefined>
}

export function createVideoProcess({
  folder,
  log,
  missing = recallMissingForVideos(),
}: VideoProcessOptions): VideoProcess {
  const closing = new AbortController()
  const { signal } = closing
  const run = ({ args, limits }: Recipe) => runFfmpeg('ffmpeg', args, limits, signal)

  async function serveable(source: Source, output: string): Promise<boolean> {
    const isReady = isPlayedEverywhere(source)
    const recipe = isReady
      ? repack(source, output)
      : transcode(source, output, isHdr(source.facts) && (await canTonemap()))
    await run(recipe)
    return isReady
  }

  /** The served video stands for it where its streams fit into no container that we write. */
  async function cleaned(source: Source, file: string): Promise<MadeVideo['clean']> {
    try {
      await run(clean(source, file))
      return { file, type: source.type }
    } catch (error) {
      if (!(error instanceof VideoError) || error.isRetryable) throw error
      log.warn('a video has no copy as it was filmed', { error })
      return undefined
    }
  }

  async function framesOf(video: string, facts: VideoFacts, at: string): Promise<string[]> {
    const { seconds = 0 } = facts
    const name = (n: number) => join(at, `${n}.jpg`)
    const wanted = FRAMES_AT.map((share, n) => ({ second: share * seconds, output: name(n) }))
    await run(takeFrames(video, facts, wanted))
    const made = await largestFirst(wanted.map(({ output }) => output))
    if (made.length > 0) return made
    // Of a single frame there is none later.
    await run(takeFrames(video, facts, [{ second: 0, output: name(0) }]))
    return largestFirst([name(0)])
  }

  async function copyIn(work: string, { file, type, longest }: VideoRequest): Promise<MadeVideo> {
    const { fault, isPlain } = await inspectVideo(file, type, longest)
    if (!fault && !isPlain) throw new FfmpegMissing()
    const video = join(work, 'video.mp4')
    const { seconds, ...size } = await copyVideo(file, video, signal)
    requireShort(seconds, longest)
    return { video, clean: undefined, frames: [], size, seconds, liveliest: 0 }
  }

  async function makeIn(work: string, { file, type, longest }: VideoRequest): Promise<MadeVideo> {
    const { size } = await stat(file)
    const facts = await readFacts(file, type, signal)
    const endSeconds = longest.maxVideoSeconds + 2 * TOLERANCE_SECONDS
    const source: Source = { file, type, facts, endSeconds, size }
    const video = join(work, 'video.mp4')
    const isReady = await serveable(source, video)
    const served = await readFacts(video, 'mp4', signal)
    const { seconds = 0 } = served
    requireShort(seconds, longest)
    const frames = await framesOf(video, served, work)
    if (frames.length === 0) throw new VideoError('undecodable', 'no frame in it')
    const copy = isReady ? undefined : await cleaned(source, join(work, `clean.${type}`))
    const packets = await listPackets(video, signal)
    const liveliest = liveliestStart(packets, { duration: seconds, seconds: CLIP_SECONDS })
    const { width, height } = served
    return { video, clean: copy, frames, size: { width, height }, seconds, liveliest }
  }

  return {
    async make(request, use) {
      const work = await workFolder(folder)
      try {
        const isCopied = (await missing()) !== undefined
        return await use(await (isCopied ? copyIn(work, request) : makeIn(work, request)))
      } catch (error) {
        // Its sender sees that it failed; this says why.
        if (error instanceof VideoError) log.info('a video was not made', { error })
        throw error
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    },
    closing: signal,
    close: () => closing.abort(),
  }
}

function requireShort(seconds: number, { maxVideoSeconds }: LongestVideo): void {
  if (seconds <= maxVideoSeconds + TOLERANCE_SECONDS) return
  throw new VideoError('undecodable', 'longer than it says')
}

async function largestFirst(files: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(
    files.map(async (file) => ({
      file,
      size: (await stat(file).catch(() => undefined))?.size ?? 0,
    })),
  )
  const made = sizes.filter(({ size }) => size > 0)
  return made.toSorted((a, b) => b.size - a.size).map(({ file }) => file)
}

async function workFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    await removeLeft(folder)
    return await mkdtemp(join(folder, 'video-'))
  } catch (error) {
    throw isOutOfSpace(error) ? new StorageFull(error) : error
  }
}

async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const left = join(folder, name)
    // Another process may have removed it since.
    const found = await stat(left).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - LEFT_MS)
      await rm(left, { recursive: true, force: true })
  }
}

/** Not every ffmpeg has the library that does it: colours are paler then. */
async function canTonemap(): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-filters'])
  return /\bzscale\b/.test(stdout) && /\btonemap\b/.test(stdout)
}
