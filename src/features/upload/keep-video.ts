import { texts } from '../../../contract/texts.ts'
import type { VideoType } from '../../../contract/video-type.ts'
import { StorageFullError } from '../../device/device-database.ts'
import { inTime } from '../../device/wait.ts'
import { isStored } from '../../outbox/page/page-outboxes.ts'
import { outbox } from '../../outbox/store/outbox.ts'
import type { QueueOptions } from '../../outbox/store/queue-photo.ts'
import { queueVideo } from '../../outbox/store/queue-video.ts'
import type { VideoLimits } from './photo-choice.ts'
import { drawFrame } from './video-frame.ts'

/** The script that reads them may have to come over a slow line, or over none. */
const FACTS_WITHIN_MS = 8_000

/**
 * Stores a chosen video on this device as a draft, with a frame of it as its preview. Gives why it is not taken, in words for people;
 * undefined: it is there. A video is never kept by the page alone.
 */
export async function keepVideo(
  file: File,
  {
    videos,
    key,
    ...options
  }: Pick<QueueOptions, 'eventHash' | 'userId'> & {
    key: string
    type: VideoType
    videos: VideoLimits
  },
): Promise<string | undefined> {
  const words = texts.upload.video
  // Offline without the script, or of a file that it cannot read: the server looks at it anyway.
  const facts = await inTime(readFacts(file), FACTS_WITHIN_MS)
  if (facts?.hasPicture === false) return words.notAnImage
  const duration = facts?.duration ?? null
  if (Math.floor(duration ?? 0) > videos.maxVideoSeconds) {
    return words.tooLong(videos.maxVideoSeconds)
  }
  if (!(await mayFit(file.size))) return words.noRoom
  const seen = { video: { duration }, times: facts?.times, frame: drawFrame(file, duration) }
  try {
    await queueVideo(file, { ...options, ...seen, outbox, key })
  } catch (error) {
    console.error(error)
    if (!(await isStored(key))) {
      return error instanceof StorageFullError ? words.noRoom : words.notSaved
    }
  }
  return undefined
}

async function readFacts(file: File) {
  const { readVideoFacts } = await import('./video-facts.ts')
  return readVideoFacts(file)
}

/** Chromium alone says what of `usage` is what. */
interface ToldUsage extends StorageEstimate {
  usageDetails?: { caches?: number }
}

/**
 * False where the browser says that it has no room for so many bytes, even if all cached pictures gave way. Where it does not say what
 * these take, or says too much, storing the bytes tells.
 */
export async function mayFit(bytes: number): Promise<boolean> {
  const storage = navigator.storage as StorageManager | undefined
  const told: ToldUsage = (await storage?.estimate?.().catch(() => undefined)) ?? {}
  const { quota = Infinity, usage = 0, usageDetails } = told
  const staying = usageDetails ? usage - (usageDetails.caches ?? 0) : 0
  return bytes <= quota - staying
}
