import * as v from 'valibot'
import type { VideoType } from '../../contract/video-type.ts'
import { runFfmpeg, VideoError } from './run-ffmpeg.ts'

/** What of a video counts for what is made of it. */
export interface VideoFacts {
  /** Places of the streams in the file. */
  video: number
  audio: number | undefined
  videoCodec: string
  audioCodec: string | undefined
  audioChannels: number
  pixelFormat: string
  /** As it is shown: upright, with square pixels. */
  width: number
  height: number
  /** Frames a second that it was made for; Infinity where the file tells no such thing. */
  frameRate: number
  averageRate: number
  /** How bright its numbers are meant, such as `arib-std-b67`. */
  transfer: string
  matrix: string
  /** Undefined: the file does not say. */
  seconds: number | undefined
}

/** The only formats that are ever tried, as forced: a list of other files is none of them. */
const DEMUXERS: Record<VideoType, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }
/**
 * What phones, cameras and browsers write. Whatever else ffmpeg can read is more ways in for hostile files. Each track needs one, whether
 * or not it is used: covers, subtitles, and an iPhone's second sound (`apac`, which ffmpeg knows from 8.0 on).
 */
const DECODERS = [
  'h264 hevc vp8 vp9 libvpx libvpx-vp9 av1 libdav1d libaom-av1 mpeg4 mpeg2video h263 mjpeg prores dvvideo png mov_text cc_dec',
  'aac apac mp2 mp2float mp3 mp3float opus libopus vorbis flac ac3 eac3 alac amrnb amrwb qcelp',
  'pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le pcm_u8 pcm_s8 pcm_mulaw pcm_alaw',
  'adpcm_ima_qt adpcm_ima_wav adpcm_ms',
].flatMap((names) => names.split(' '))

/**
 * Of a file from outside: one format, no other file or host, no other decoder. Its threads take memory each: unless told otherwise there
 * would be as many as the machine has cores.
 */
export function openAs(type: VideoType, file: string, threads = 1): string[] {
  const guards = ['-protocol_whitelist', 'file', '-codec_whitelist', DECODERS.join()]
  return ['-threads', String(threads), '-f', DEMUXERS[type], ...guards, '-i', `file:${file}`]
}

const rate = v.optional(v.string(), '0/0')
const stream = v.object({
  index: v.number(),
  codec_type: v.optional(v.string(), ''),
  codec_name: v.optional(v.string()),
  width: v.optional(v.number(), 0),
  height: v.optional(v.number(), 0),
  pix_fmt: v.optional(v.string(), ''),
  channels: v.optional(v.number(), 0),
  sample_aspect_ratio: v.optional(v.string(), '1:1'),
  r_frame_rate: rate,
  avg_frame_rate: rate,
  color_transfer: v.optional(v.string(), ''),
  color_space: v.optional(v.string(), ''),
  disposition: v.optional(v.object({ attached_pic: v.optional(v.number(), 0) })),
  side_data_list: v.optional(v.array(v.object({ rotation: v.optional(v.number(), 0) })), []),
})
type Stream = v.InferOutput<typeof stream>
const answer = v.object({
  streams: v.array(stream),
  format: v.object({ duration: v.optional(v.string()) }),
})

const PROBE_LIMITS = { wallSeconds: 120, cpuSeconds: 30, outputBytes: 0 }

/** Asks ffprobe what a video is. Rejects with a `VideoError` where there is no video in it that is decoded. */
export async function readFacts(
  file: string,
  type: VideoType,
  signal: AbortSignal,
): Promise<VideoFacts> {
  const asked = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json']
  const words = [...asked, ...openAs(type, file)]
  const { streams, format } = parse(await runFfmpeg('ffprobe', words, PROBE_LIMITS, signal))
  const known = streams.filter(({ codec_name = '' }) => codec_name !== '')
  const video = known.find(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic,
  )
  if (!video || !(video.width > 0 && video.height > 0)) {
    throw new VideoError('undecodable', 'no video in it')
  }
  const audio = known.find(({ codec_type }) => codec_type === 'audio')
  const seconds = Number(format.duration)
  return {
    video: video.index,
    audio: audio?.index,
    videoCodec: video.codec_name ?? '',
    audioCodec: audio?.codec_name,
    audioChannels: audio?.channels ?? 0,
    pixelFormat: video.pix_fmt,
    ...shownSize(video),
    frameRate: readRatio(video.r_frame_rate) || Infinity,
    averageRate: readRatio(video.avg_frame_rate),
    transfer: video.color_transfer,
    matrix: video.color_space,
    seconds: seconds > 0 ? seconds : undefined,
  }
}

function parse(text: string): v.InferOutput<typeof answer> {
  try {
    return v.parse(answer, JSON.parse(text))
  } catch (error) {
    throw new VideoError('undecodable', `what ffprobe says makes no sense: ${String(error)}`)
  }
}

function shownSize({ width, height, sample_aspect_ratio, side_data_list }: Stream) {
  const wide = Math.round(width * (readRatio(sample_aspect_ratio.replace(':', '/')) || 1))
  const turn = side_data_list.find(({ rotation }) => rotation !== 0)?.rotation ?? 0
  const isTurned = Math.abs(turn) % 180 === 90
  return isTurned ? { width: height, height: wide } : { width: wide, height }
}

/** 0 for `0/0`, which stands for "unknown". */
function readRatio(text: string): number {
  const [above, below] = text.split('/').map(Number)
  return above && below ? above / below : 0
}
