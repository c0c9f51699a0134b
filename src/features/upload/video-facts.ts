import { BlobSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
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
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] })
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
