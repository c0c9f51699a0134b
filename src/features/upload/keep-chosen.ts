import { texts } from '../../../contract/texts.ts'
import type { VideoType } from '../../../contract/video-type.ts'
import { readSessionFor } from '../../device/token.ts'
import { inTime } from '../../device/wait.ts'
import { keepPhoto } from '../../outbox/page/page-outboxes.ts'
import { refreshUploads } from '../../outbox/page/upload-store.ts'
import { readPhoto } from '../../outbox/store/queue-photo.ts'
import type { QueueOptions, ReadPhoto } from '../../outbox/store/queue-photo.ts'
import type { VideoLimits } from './photo-choice.ts'

/** What became of a chosen file: stored on the device, kept by this page alone, or not kept at all. */
export interface Kept {
  file: File
  place: 'device' | 'memory' | undefined
  /** In words for people, where it is not on the device. */
  problem?: string
}

export type KeepOptions = Pick<QueueOptions, 'eventHash'>

/** So many photos lie in memory on their way: a hundred would be half a gigabyte. */
const READ_AHEAD = 4

/**
 * Stores photos as drafts, in their order. Some are read ahead, so that each is handed to the browser as soon as the one before it is
 * stored. `onDone`: called for each that is stored, or is not going to be.
 */
export async function keepPhotos(
  files: readonly File[],
  options: KeepOptions,
  onDone: () => void,
): Promise<Kept[]> {
  const read = (file: File) => readPhoto(file, options).catch(report)
  const ahead = files.slice(0, READ_AHEAD).map(read)
  const kept: Promise<Kept>[] = []
  for (const [at, file] of files.entries()) {
    const photo = await ahead.shift()
    const place = photo && (await keepAsOwn(photo).catch(report))
    const next = files[at + READ_AHEAD]
    if (next) ahead.push(read(next))
    kept.push(show({ file, place }, onDone))
  }
  return Promise.all(kept)
}

/** Whose it is is looked up for each: a guest may sign in by phone meanwhile, and what is stored by then is taken along. */
async function keepAsOwn({ photo, bytes }: ReadPhoto) {
  const ownerUserId = (await readUserId(photo.eventHash)) ?? null
  return keepPhoto({ photo: { ...photo, ownerUserId }, bytes })
}

async function readUserId(event_hash: string): Promise<number | undefined> {
  return (await inTime(readSessionFor(event_hash)))?.user.id
}

async function show(
  { file, place }: Pick<Kept, 'file' | 'place'>,
  onDone: () => void,
): Promise<Kept> {
  // The draft has to be there before its placeholder goes.
  await refreshUploads()
  onDone()
  return { file, place, ...(place !== 'device' && { problem: texts.upload.notSaved }) }
}

/** Stores videos as drafts, one after the other, those first that are there soon. */
export async function keepVideos(
  files: ReadonlyMap<File, VideoType>,
  { videos, ...options }: KeepOptions & { videos: VideoLimits },
  onDone: () => void,
): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const [file, type] of [...files].toSorted(([one], [other]) => one.size - other.size)) {
    const problem = await keepOne(file, { ...options, type, videos })
    await refreshUploads()
    onDone()
    kept.push(problem ? { file, place: undefined, problem } : { file, place: 'device' })
  }
  return kept
}

async function keepOne(
  file: File,
  options: KeepOptions & { type: VideoType; videos: VideoLimits },
): Promise<string | undefined> {
  try {
    const { keepVideo } = await import('./keep-video.ts')
    const userId = await readUserId(options.eventHash)
    return await keepVideo(file, { ...options, userId })
  } catch (error) {
    report(error)
    return texts.upload.video.notSaved
  }
}

function report(error: unknown): undefined {
  console.error(error)
}
