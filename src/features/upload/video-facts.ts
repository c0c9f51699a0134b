import { BlobSource, Input, MP4, QTFF, VideoSampleSink, WEBM } from 'mediabunny'
import { readTime } from '../../../contract/taken-time.ts'
import type { TakenTime } from '../../../contract/taken-time.ts'

/** What a video's own head says of it. */
export interface VideoFacts {
  /** False: it is sound alone. */
  hasPicture: boolean
  /** Seconds; null: not said. */
  duration: number | null
  /** When it was taken; empty: not said. */
  times: TakenTime[]
}

/** Where iPhones write when a video was taken, by the clock of its place. */
const APPLE_DATE = 'com.apple.quicktime.creationdate'

/** Reads what a video says of itself, without most of its bytes. Rejects where it cannot be read. */
export async function readVideoFacts(file: Blob): Promise<VideoFacts> {
  const input = openVideo(file)
  try {
    const track = await input.getPrimaryVideoTrack()
    const duration = await input.getDurationFromMetadata()
    const { raw } = await input.getMetadataTags()
    const date = raw?.[APPLE_DATE]
    const time = typeof date === 'string' ? readTime(date) : undefined
    return { hasPicture: track !== null, duration, times: time ? [time] : [] }
  } finally {
    input.dispose()
  }
}

/**
 * Decodes the frame of a video at this moment (seconds) and calls `draw` with it, upright, before it is let go. A video element would
 * decode many more ahead of it. Undefined where this browser gives decoders to no script, or has none for it.
 */
export async function decodeFrame<T>(
  file: Blob,
  seconds: number,
  draw: (frame: OffscreenCanvas) => T,
): Promise<T | undefined> {
  const input = openVideo(file)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) return undefined
    const sample = await new VideoSampleSink(track).getSample(seconds)
    if (!sample) return undefined
    const { displayWidth: width, displayHeight: height } = sample
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context) sample.draw(context, 0, 0, width, height)
    sample.close()
    return context ? draw(canvas) : undefined
  } finally {
    input.dispose()
  }
}

function openVideo(file: Blob): Input {
  return new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] })
}
