import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Size } from '../../film/film-context.ts'
import { runConfined } from './run-ffmpeg.ts'

/** What a copied video is, by its packets: as it is shown, upright. */
export interface CopiedVideo extends Size {
  seconds: number
}

const WORKER = join(import.meta.dirname, 'copy-video-worker.ts')
/** MB: what describes the packets of the longest video is less than half of it. */
const HEAP = '--max-old-space-size=256'
/** For an index whose place is kept before its length is known. */
const EXTRA_BYTES = 16 * 1024 * 1024
/** It takes 2 s of a core for 400 MB, where a machine is not slow. */
const BYTES_PER_SECOND = 10_000_000
const BEGINS_WITHIN_SECONDS = 8

/**
 * Copies an MP4 or MOV with H.264, and AAC or no sound, packet by packet into an MP4 that has its index in front and says nothing of place
 * and device, nor when it was filmed (its `creation_time` is that of the copy): in a process as confined as ffmpeg, without needing it. Rejects with a `VideoError`, or a `StorageFull`.
 */
export async function copyVideo(
  file: string,
  output: string,
  signal: AbortSignal,
): Promise<CopiedVideo> {
  const { size } = await stat(file)
  const limits = {
    cpuSeconds: BEGINS_WITHIN_SECONDS + size / BYTES_PER_SECOND,
    wallSeconds: 600,
    outputBytes: size + EXTRA_BYTES,
  }
  const words = [process.execPath, HEAP, WORKER, file, output]
  return JSON.parse(await runConfined(words, limits, signal)) as CopiedVideo
}
