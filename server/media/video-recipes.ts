import { availableParallelism } from 'node:os'
import { VIDEO_FPS_MAX, VIDEO_PX } from '../../contract/limits.ts'
import type { VideoType } from '../../contract/video-type.ts'
import type { RunLimits } from './run-ffmpeg.ts'
import { openAs } from './video-facts.ts'
import type { VideoFacts } from './video-facts.ts'

/** A run of ffmpeg. */
export interface Recipe {
  args: string[]
  limits: RunLimits
}

export interface Source {
  file: string
  type: VideoType
  facts: VideoFacts
  /** Nothing is made of what comes later. */
  endSeconds: number
  /** Bytes of the file. */
  size: number
}

const QUIET = ['-v', 'error', '-nostdin', '-y']
/** Where, when and with what it was filmed stays in no copy; nor do tracks of places and faces, or the name of what writes it. */
const NOTHING_ELSE =
  '-map_metadata -1 -map_chapters -1 -dn -sn -fflags +bitexact -flags:v +bitexact -flags:a +bitexact'
/** As 4:2:0 with 8 bits, which every device decodes; the second is the same with all 256 values. */
const PLAYED_FORMATS = ['yuv420p', 'yuvj420p']
/** A clock that is a little fast gives 60.02. */
const FPS_SLACK = 0.5
/** Where the file does not say for how many it was made: a recorder in a browser. */
const FPS_UNKNOWN = 30
/** Of phones that film in HDR (HLG and PQ, ITU-R BT.2100). */
const HDR_TRANSFERS = ['arib-std-b67', 'smpte2084']
const EXTRA_BYTES = 16 * 1024 * 1024

/** More of them take more memory: frames of 4K are decoded ahead. */
const THREADS = Math.min(4, availableParallelism())

/** Whether every browser plays it, so that it needs another container at most. */
export function isPlayedEverywhere({ facts }: Pick<Source, 'facts'>): boolean {
  const { width, height, averageRate } = facts
  return (
    facts.videoCodec === 'h264' &&
    PLAYED_FORMATS.includes(facts.pixelFormat) &&
    Math.max(width, height) <= VIDEO_PX.long &&
    Math.min(width, height) <= VIDEO_PX.short &&
    averageRate > 0 &&
    averageRate <= VIDEO_FPS_MAX + FPS_SLACK &&
    !isHdr(facts)
  )
}

export function isHdr({ transfer }: VideoFacts): boolean {
  return HDR_TRANSFERS.includes(transfer)
}

/** The same pictures as an MP4 with its index in front, turned by the browser as the camera said; sound other than AAC is encoded anew. */
export function repack(source: Source, output: string): Recipe {
  const { facts, size } = source
  const sound = facts.audioCodec === 'aac' ? ['-c:a', 'copy'] : encodeSound(facts)
  const words = [...openPart(source), '-c:v', 'copy', ...sound, ...asMp4(output)]
  return { args: words, limits: limitsOfCopy(source, 2 * size) }
}

/** Its pictures encoded once, upright and within 1080p. `tonemaps`: whether this ffmpeg can make HDR into SDR. */
export function transcode(source: Source, output: string, tonemaps: boolean): Recipe {
  const { facts, endSeconds } = source
  const isMapped = tonemaps && isHdr(facts)
  const filters = [
    `fps=${targetRate(facts)}`,
    `scale=${fitInto(facts, VIDEO_PX)}:flags=bilinear`,
    'setsar=1',
    ...(isMapped ? [toSdr(facts)] : []),
    'format=yuv420p',
  ].join()
  const colours = isMapped
    ? '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ')
    : []
  const video = '-c:v libx264 -preset veryfast -crf 23 -maxrate 8M -bufsize 16M'.split(' ')
  const before = [...QUIET, ...filterThreads(THREADS), ...openAs(source.type, source.file, THREADS)]
  const pictures = ['-vf', filters, ...video, '-threads', String(THREADS), ...colours]
  return {
    args: [
      ...before,
      ...chooseStreams(source),
      ...pictures,
      ...encodeSound(facts),
      ...asMp4(output),
    ],
    limits: {
      // 4K with 60 frames in HDR takes 5 s of a core a second where the picture is simple (measured).
      cpuSeconds: 120 + 20 * lengthOf(source),
      // Behind all other work it gets little of a busy machine.
      wallSeconds: 600 + 100 * lengthOf(source),
      outputBytes: 2 * 1024 * 1024 * endSeconds + EXTRA_BYTES,
    },
  }
}

/** The video as it was filmed, without all that the camera says of it. */
export function clean(source: Source, output: string): Recipe {
  const format = ['-strict', 'experimental', '-f', source.type, output]
  const words = [...openPart(source), '-c', 'copy', ...NOTHING_ELSE.split(' '), ...format]
  return { args: words, limits: limitsOfCopy(source, source.size) }
}

/** One frame of a served video at each of these seconds, upright, as JPEGs at `outputs`; fewer where there is none any more. */
export function takeFrames(
  video: string,
  facts: VideoFacts,
  frames: readonly { second: number; output: string }[],
): Recipe {
  const inputs = frames.flatMap(({ second }) => ['-ss', second.toFixed(3), ...openAs('mp4', video)])
  // JPEGs have the matrix of old television; without word of another, browsers take large videos for those of new.
  const matrix = facts.matrix === '' && facts.height >= 720 ? ':in_color_matrix=bt709' : ''
  const size = fitInto(facts, { short: Infinity, long: Infinity })
  const filter = `scale=${size}${matrix}:out_color_matrix=bt601:out_range=pc,setsar=1`
  const jpeg = ['-q:v', '2', '-threads', '1', ...NOTHING_ELSE.split(' ')]
  const picture = ['-frames:v', '1', '-vf', filter, ...jpeg]
  const outputs = frames.flatMap(({ output }, at) => {
    return ['-map', `${at}:v:0`, ...picture, '-f', 'mjpeg', output]
  })
  return {
    args: [...QUIET, ...filterThreads(1), ...inputs, ...outputs],
    limits: {
      wallSeconds: 300 + 5 * (facts.seconds ?? 0),
      // Where whole pictures are far apart, all that come before are decoded.
      cpuSeconds: 60 + (facts.seconds ?? 0),
      outputBytes: EXTRA_BYTES,
    },
  }
}

/** Those of the filters, which are as many as the machine has cores unless they are told. */
function filterThreads(count: number): string[] {
  return ['-filter_threads', String(count)]
}

function openPart(source: Source): string[] {
  return [...QUIET, ...openAs(source.type, source.file), ...chooseStreams(source)]
}

function chooseStreams({ facts: { video, audio }, endSeconds }: Source): string[] {
  const sound = audio === undefined ? [] : ['-map', `0:${audio}`]
  return ['-t', String(endSeconds), '-map', `0:${video}`, ...sound]
}

function asMp4(output: string): string[] {
  return [...NOTHING_ELSE.split(' '), '-movflags', '+faststart', '-f', 'mp4', output]
}

function encodeSound({ audioChannels }: VideoFacts): string[] {
  return `-c:a aac -b:a 128k -ac ${audioChannels === 1 ? 1 : 2}`.split(' ')
}

function limitsOfCopy(source: Source, outputBytes: number): RunLimits {
  return {
    cpuSeconds: 30 + lengthOf(source),
    wallSeconds: 300 + 5 * lengthOf(source),
    outputBytes: outputBytes + EXTRA_BYTES,
  }
}

function lengthOf({ facts: { seconds }, endSeconds }: Source): number {
  return Math.min(seconds ?? endSeconds, endSeconds)
}

/** Constant: a phone's clock stumbles, and a recorder's file names a thousand frames a second. */
function targetRate({ frameRate, averageRate }: VideoFacts): number {
  if (frameRate <= VIDEO_FPS_MAX + FPS_SLACK) return Math.min(frameRate, VIDEO_FPS_MAX)
  return averageRate > FPS_UNKNOWN + 1 ? VIDEO_FPS_MAX : FPS_UNKNOWN
}

/** `width:height` of a picture within so many pixels, even as the encoder wants them. */
function fitInto(
  { width, height }: VideoFacts,
  { short, long }: { short: number; long: number },
): string {
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height))
  const [w, h] = [width, height].map((side) => Math.max(2, 2 * Math.round((side * scale) / 2)))
  return `${w}:${h}`
}

/** As photos are: as it is up to half of the white of a page (203 nits), then flattened to white at 1000. */
function toSdr({ transfer }: VideoFacts): string {
  const linear = `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=203`
  const tones = 'tonemap=mobius:param=0.5:peak=4.93:desat=0'
  return `${linear},format=gbrpf32le,zscale=p=bt709,${tones},zscale=t=bt709:m=bt709:r=tv`
}
