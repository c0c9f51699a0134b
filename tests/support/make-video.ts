import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'

export interface VideoOptions {
  seconds?: number
  /** As it is stored: `rotate` turns it when it is shown. */
  width?: number
  height?: number
  fps?: number
  codec?: 'h264' | 'hevc' | 'vp9'
  /** AAC, Opus, or PCM as old cameras have it; false: silent. */
  audio?: 'aac' | 'opus' | 'pcm' | false
  /** Degrees clockwise, of MP4 and MOV. */
  rotate?: 90 | 180 | 270
  /** HLG, ten bits, as phones film it: with `codec` hevc. */
  hdr?: boolean
  /** Says where, when and with what it was filmed, as phones do. */
  location?: boolean
  /** By the file's name unless given. */
  container?: 'mp4' | 'mov' | 'webm'
}

/** What a video with `location` says of itself. */
export const FILMED = {
  place: '+48.8584+002.2945/',
  device: 'iPhone 15 Pro',
  utc: '2026-06-20T16:30:00Z',
  local: '2026-06-20T18:30:00+0200',
}

const VIDEO_CODECS = {
  h264: '-c:v libx264 -preset ultrafast -profile:v main -pix_fmt yuv420p',
  hevc: '-c:v libx265 -preset ultrafast -pix_fmt yuv420p -tag:v hvc1',
  vp9: '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuv420p',
}
const AUDIO_CODECS = {
  aac: '-c:a aac -b:a 64k',
  opus: '-c:a libopus -b:a 48k',
  pcm: '-c:a pcm_s16le',
}
const HDR_COLOURS = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc'
const HLG = `-pix_fmt yuv420p10le ${HDR_COLOURS} -x265-params log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc`

/** Writes a video of moving test colours, each second of which looks different, with a tone. */
export async function makeVideo(file: string, options: VideoOptions = {}): Promise<void> {
  const { seconds = 2, width = 320, height = 240, fps = 30, codec = 'h264', rotate } = options
  const { audio = 'aac', container = extname(file).slice(1), hdr = false } = options
  const picture = `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds}`
  const sound = `sine=frequency=440:sample_rate=48000:duration=${seconds}`
  const inputs = ['-f', 'lavfi', '-i', picture, ...(audio ? ['-f', 'lavfi', '-i', sound] : [])]
  const codecs = [
    VIDEO_CODECS[codec],
    hdr ? HLG : quietX265(codec),
    audio ? AUDIO_CODECS[audio] : '',
  ]
  const words = codecs.join(' ').split(' ').filter(Boolean)
  const told = options.location ? describe(container) : []
  const before = ['-v', 'error', '-nostdin', '-y', ...inputs, '-g', String(fps)]
  const after = ['-strict', 'experimental', '-f', container, file]
  await promisify(execFile)('ffmpeg', [...before, ...words, ...told, ...after])
  if (rotate) await turn(file, rotate)
}

function quietX265(codec: VideoOptions['codec']): string {
  return codec === 'hevc' ? '-x265-params log-level=none' : ''
}

function describe(container: string): string[] {
  const { place, device, utc, local } = FILMED
  const facts =
    container === 'mov'
      ? {
          'com.apple.quicktime.location.ISO6709': place,
          'com.apple.quicktime.make': 'Apple',
          'com.apple.quicktime.model': device,
          'com.apple.quicktime.creationdate': local,
        }
      : { location: place, comment: device }
  const words = Object.entries(facts).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  const flags = container === 'mov' ? ['-movflags', 'use_metadata_tags'] : []
  return [...flags, '-metadata', `creation_time=${utc}`, ...words]
}

/** Of a track's header (ISO/IEC 14496-12 §8.3.2), from its name to its matrix. */
const MATRIX_AT = 44
const [ONE, MINUS_ONE, SHOWN] = [0x10000, -0x10000, 0x40000000]
const MATRICES = {
  90: [0, ONE, 0, MINUS_ONE, 0, 0, 0, 0, SHOWN],
  180: [MINUS_ONE, 0, 0, 0, MINUS_ONE, 0, 0, 0, SHOWN],
  270: [0, MINUS_ONE, 0, ONE, 0, 0, 0, 0, SHOWN],
}

/** Each version of ffmpeg wants to be told otherwise. */
async function turn(file: string, degrees: 90 | 180 | 270): Promise<void> {
  const bytes = await readFile(file)
  const at = bytes.indexOf('tkhd') + MATRIX_AT
  MATRICES[degrees].forEach((value, index) => bytes.writeInt32BE(value, at + 4 * index))
  await writeFile(file, bytes)
}
