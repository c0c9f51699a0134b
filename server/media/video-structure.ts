import type { TakenTime } from '../../contract/taken-time.ts'

/** What speaks against a video by its structure alone. */
export type VideoFault = 'damaged_video' | 'unsupported_video' | 'video_too_long'

/** Thrown where a fault is found; `message` is for a log. */
export class FaultyVideo extends Error {
  readonly fault: VideoFault

  constructor(fault: VideoFault, message: string) {
    super(message)
    this.name = 'FaultyVideo'
    this.fault = fault
  }
}

/** What a video says of itself, without a frame being decoded. */
export interface VideoStructure {
  /** When it was filmed, the most trusted field first. */
  times: readonly TakenTime[]
  /** H.264 as every device decodes it, with AAC or without sound, in an MP4 or MOV: it is served without being decoded. */
  isPlain: boolean
}

export interface LongestVideo {
  maxVideoSeconds: number
}

/** Pixels of a side, at most: more is a bomb, or a camera that no guest has. */
const SIDE_PX_MAX = 8192
/** Phones and recorders round, and a last frame is shown for a while. */
export const TOLERANCE_SECONDS = 1

export function requireLength(seconds: number, { maxVideoSeconds }: LongestVideo): void {
  if (seconds > maxVideoSeconds + TOLERANCE_SECONDS) {
    throw new FaultyVideo('video_too_long', `${seconds} s`)
  }
}

export function requireSize(width: number, height: number): void {
  if (width > SIDE_PX_MAX || height > SIDE_PX_MAX) {
    throw new FaultyVideo('unsupported_video', `${width} x ${height} pixels`)
  }
}

/** A moment in UTC, whose day a clock that was never set says, too: 0 is unknown. */
export function momentOf(timeMs: number): TakenTime[] {
  const moment = new Date(timeMs)
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) return []
  return [{ clock: moment.toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length), offset: 'Z' }]
}
