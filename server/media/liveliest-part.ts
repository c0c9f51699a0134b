import { runFfmpeg } from './run-ffmpeg.ts'
import { openAs } from './video-facts.ts'

/** A compressed frame of a video. */
export interface VideoPacket {
  /** Seconds from the video's beginning. */
  at: number
  bytes: number
  /** A whole picture; the others say only what has changed since. */
  isKey: boolean
}

/** A phone is raised at a video's beginning and lowered at its end: what moves then is the hand. */
const EDGE_SECONDS = 0.5

/**
 * The second at which the part of a video begins in which most changes: that whose frames, without whole pictures, have most bytes.
 * Nothing is decoded. 0 where the video is no longer than the part.
 */
export function liveliestStart(
  packets: readonly VideoPacket[],
  { duration, seconds }: { duration: number; seconds: number },
): number {
  const last = duration - seconds
  if (last <= 0) return 0
  const edge = Math.min(EDGE_SECONDS, last / 2)
  const changes = packets.filter(({ isKey }) => !isKey).toSorted((a, b) => a.at - b.at)
  let [best, most, sum, end] = [edge, 0, 0, 0]
  for (const { at, bytes } of changes) {
    for (; end < changes.length && (changes[end]?.at ?? 0) < at + seconds; end += 1) {
      sum += changes[end]?.bytes ?? 0
    }
    if (at >= edge && at <= last - edge && sum > most) [best, most] = [at, sum]
    sum -= bytes
  }
  return best
}

const LIMITS = { wallSeconds: 300, cpuSeconds: 60, outputBytes: 0 }

/** The frames of a served video, in the order in which they are stored. Rejects with a `VideoError`. */
export async function listPackets(video: string, signal: AbortSignal): Promise<VideoPacket[]> {
  const fields = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,size,flags']
  const words = ['-v', 'error', ...fields, '-of', 'csv=p=0', ...openAs('mp4', video)]
  const lines = (await runFfmpeg('ffprobe', words, LIMITS, signal)).split('\n')
  return lines.filter(Boolean).map((line) => {
    const [at, bytes, flags = ''] = line.split(',')
    return { at: Number(at), bytes: Number(bytes), isKey: flags.startsWith('K') }
  })
}
