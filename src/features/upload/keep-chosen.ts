import { texts } from '../../../contract/texts.ts'
import type { VideoType } from '../../../contract/video-type.ts'
import { readSessionFor } from '../../device/token.ts'
import { inTime, wait } from '../../device/wait.ts'
import { keepPhoto } from '../../outbox/page/page-outboxes.ts'
import { refreshUploads } from '../../outbox/page/upload-store.ts'
import { readPhoto } from '../../outbox/store/queue-photo.ts'
import type { QueueOptions, ReadPhoto } from '../../outbox/store/queue-photo.ts'
import type { VideoLimits } from './photo-choice.ts'
import { endUnstored, noteFile, noteStoring } from './unstored-files.ts'

/** What became of a chosen file: stored on the device, kept by this page alone, or not kept at all. */
export interface Kept {
  file: File
  place: 'device' | 'memory' | undefined
  /** In words for people, where it is not on the device. */
  problem?: string
}

export interface KeepOptions extends Pick<QueueOptions, 'eventHash'> {
  /** Under which key a file is stored. */
  keyOf: (file: File) => string
}

/** So many photos lie in memory on their way: a hundred would be half a gigabyte. */
const READ_AHEAD = 4

/**
 * Stores photos as drafts, in their order. Some are read ahead, so that each is handed to the browser as soon as the one before it is
 * stored.
 */
export function keepPhotos(chosen: readonly File[], options: KeepOptions): Promise<Kept[]> {
  const keeping = keepAll(chosen, options)
  noteStoring(keeping)
  return keeping
}

async function keepAll(chosen: readonly File[], options: KeepOptions): Promise<Kept[]> {
  const show = showTogether(options.eventHash)
  const read = (file: File) =>
    readPhoto(file, { ...options, key: options.keyOf(file) }).catch(report)
  const ahead = chosen.slice(0, READ_AHEAD).map(read)
  const kept: Promise<Kept>[] = []
  for (const [at, file] of chosen.entries()) {
    const photo = await ahead.shift()
    const place = photo && (await keepAsOwn(photo).catch(report))
    if (photo && place) noteFile(photo.photo.key, file)
    const next = chosen[at + READ_AHEAD]
    if (next) ahead.push(read(next))
    const problem = place === 'device' ? {} : { problem: texts.upload.notSaved }
    kept.push(show(options.keyOf(file)).then(() => ({ file, place, ...problem })))
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

/** At most so often stored photos are drawn: with each of a hundred, a slow phone does little else. */
const SHOWN_EVERY_MS = 250

/** Makes the function that shows what was stored, by its key, the first at once. Resolves when it is shown. */
function showTogether(eventHash: string): (key: string) => Promise<void> {
  let keys: string[] = []
  let next: Promise<void> | undefined
  let rest = Promise.resolve()
  const show = async () => {
    const shown = keys
    keys = []
    next = undefined
    rest = wait(SHOWN_EVERY_MS)
    await refreshUploads()
    endUnstored(eventHash, shown)
  }
  return (key) => {
    keys.push(key)
    return (next ??= rest.then(show))
  }
}

/** Stores videos as drafts, one after the other, those first that are there soon. */
export async function keepVideos(
  files: ReadonlyMap<File, VideoType>,
  { videos, ...options }: KeepOptions & { videos: VideoLimits },
): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const [file, type] of [...files].toSorted(([one], [other]) => one.size - other.size)) {
    const problem = await keepOne(file, { ...options, type, videos })
    await refreshUploads()
    endUnstored(options.eventHash, [options.keyOf(file)])
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
    return await keepVideo(file, { ...options, key: options.keyOf(file), userId })
  } catch (error) {
    report(error)
    return texts.upload.video.notSaved
  }
}

function report(error: unknown): undefined {
  console.error(error)
}
