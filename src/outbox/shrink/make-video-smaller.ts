import {
  AppendOnlyStreamTarget,
  Conversion,
  CustomSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
  canEncodeVideo,
} from 'mediabunny'
import type { ConversionVideoOptions, InputVideoTrack } from 'mediabunny'
import { SMALLER_VIDEO } from '../../../contract/limits.ts'
import { openBytes } from '../send/upload-bytes.ts'
import type { UploadBytes } from '../send/upload-bytes.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { DeviceOutbox } from '../store/outbox.ts'
import { readMovieTime, writeMovieTime } from './movie-time.ts'
import { createPieceStore } from './store-smaller.ts'
import type { SmallerVideo } from './store-smaller.ts'

export interface VideoToShrink {
  video: OutboxPhoto
  /** The name of the smaller one's pieces. */
  pieces: string
}

/** So many packets tell how many frames a second there are. */
const PACKETS_LOOKED_AT = 120
/** A phone's clock is never exact. */
const FPS_SLACK = 1
/** Seconds: a player begins at a key frame. */
const KEY_FRAME_EVERY = 2
/** Where iPhones write when a video was taken, which its record has already. */
const APPLE_DATE = 'com.apple.quicktime.creationdate'

/**
 * Stores a video once more as 720p, read and written piece by piece, with its sound as it is and when it was made, and without place
 * and device. Undefined where this browser cannot, or it would lose sound or colours; rejects where it comes out hardly smaller.
 */
export async function makeVideoSmaller(
  { video, pieces }: VideoToShrink,
  outbox: DeviceOutbox,
  onProgress: (progress: number) => void,
): Promise<SmallerVideo | undefined> {
  const bytes = await openBytes(outbox, video)
  if (!bytes) return undefined
  const source = new CustomSource({ getSize: () => bytes.size, read: bytes.slice })
  const input = new Input({ source, formats: [MP4, QTFF, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    const encoding = track && (await chooseEncoding(track))
    if (!encoding) return undefined
    const madeAt = await timeFor(input, bytes)
    const store = createPieceStore(outbox, {
      name: pieces,
      maxBytes: bytes.size * SMALLER_VIDEO.shareMax,
      amend: (beginning) => writeMovieTime(beginning, madeAt),
    })
    const output = new Output({
      // Written without going back.
      format: new Mp4OutputFormat({ fastStart: 'fragmented' }),
      target: new AppendOnlyStreamTarget(
        new WritableStream({ write: (bytes: Uint8Array) => store.write(bytes) }),
      ),
    })
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      video: encoding,
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid || (await losesSound(conversion, input))) return undefined
    conversion.onProgress = onProgress
    await conversion.execute()
    return await store.end()
  } finally {
    input.dispose()
  }
}

/** Undefined where this browser cannot decode or encode it, or would flatten its colours. */
async function chooseEncoding(track: InputVideoTrack): Promise<ConversionVideoOptions | undefined> {
  if (!(await track.canDecode()) || (await track.hasHighDynamicRange())) return undefined
  const { edgePx, fps, bitsPerSecond } = SMALLER_VIDEO
  const [w, h] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const scale = Math.min(1, edgePx / Math.min(w, h))
  const size = { width: evenPixels(w * scale), height: evenPixels(h * scale) }
  const quality = new Quality({ bitrate: bitsPerSecond })
  if (!(await canEncodeVideo('avc', { ...size, quality }))) return undefined
  const { averagePacketRate } = await track.computePacketStats(PACKETS_LOOKED_AT)
  return {
    ...size,
    fit: 'fill',
    codec: 'avc',
    quality,
    forceTranscode: true,
    allowTransformationMetadata: false,
    keyFrameInterval: KEY_FRAME_EVERY,
    ...(averagePacketRate > fps + FPS_SLACK && { frameRate: fps }),
  }
}

/** As the encoder wants them. */
function evenPixels(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2))
}

/** Copied it is in most files, and no browser needs to encode AAC for that. */
async function losesSound({ utilizedTracks }: Conversion, input: Input): Promise<boolean> {
  const sound = await input.getPrimaryAudioTrack()
  return sound !== null && !utilizedTracks.includes(sound)
}

/** What the smaller one says of when it was made: nothing where its record knows it better. */
async function timeFor(input: Input, bytes: UploadBytes): Promise<number> {
  const { raw } = await input.getMetadataTags()
  return raw?.[APPLE_DATE] === undefined ? readMovieTime(bytes) : 0
}
