import { groupBy } from '../../../contract/group-by.ts'
import { PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { VideoType } from '../../../contract/video-type.ts'
import { randomKey } from '../../device/random-key.ts'
import { persistStorage } from '../../outbox/page/page-outboxes.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import { keepPhotos, keepVideos } from './keep-chosen.ts'
import type { KeepOptions } from './keep-chosen.ts'
import { asNoted } from './lost-choices.ts'
import {
  checkChoice,
  isTooMany,
  lookInto,
  namingFiles,
  roomBeside,
  takesFour,
} from './photo-choice.ts'
import type { ChoiceSize, FileKind, VideoLimits } from './photo-choice.ts'
import { noteUnstored, useUnstored } from './unstored-files.ts'
import { mayGoAgain } from './use-duplicates.ts'

export interface Choosing {
  /** How many files of the Orma are being stored on the device, those of the camera as well. */
  saving: number
  /** Stores chosen files as drafts, photos in their order, and says what is wrong with the others. Gives how many are stored. */
  choose: (files: File[]) => Promise<number>
}

interface ChoosingOptions extends ChoiceSize {
  /** Those of the Orma, whose drafts count as of the same choice; absent where each choice is one of its own. */
  photos?: readonly OutboxPhoto[]
  /** Absent: videos are not taken. */
  videos?: VideoLimits | undefined
}

/** Stores photos and videos from the picker on this device. */
export function useChoosing(
  event_hash: string,
  { photos, videos, ...size }: ChoosingOptions = {},
): Choosing {
  const unstored = useUnstored(event_hash)
  const stored = new Set(photos?.map(({ key }) => key))
  const saving = unstored.filter((key) => !stored.has(key)).length

  const choose = async (files: File[]): Promise<number> => {
    const drafts = photos?.filter(({ state }) => state === 'draft').length
    const before = drafts === undefined ? 0 : drafts + saving
    const keys = new Map(files.map((file) => [file, randomKey()]))
    const keyOf = (file: File) => keys.get(file) ?? randomKey()
    const note = (noted: readonly File[]) => noteUnstored(event_hash, noted.map(keyOf))
    // Begun before anything is drawn.
    const isRefused = isTooMany(files, before, size)
    const looking = lookInto(isRefused ? [] : files)
    let endNote = note(isRefused ? [] : files.slice(0, roomBeside(before, size)))
    try {
      const seen = await looking
      const { kinds } = seen
      const limits = { ...seen, isThere: isAmong(photos), videos, ...size }
      const { taken, problems, leftOut, there } = checkChoice(files, before, limits)
      // Before they are noted by the same keys.
      endNote()
      endNote = note(taken)
      for (const problem of problems) showAlert(problem)
      if (leftOut > 0) sayLeftOut(leftOut, taken.length, size)
      else if (there > 0) showToast({ text: texts.upload.takenBefore(there) })
      const options = { eventHash: event_hash, keyOf, kinds, videos }
      return await asNoted(event_hash, taken.map(keyOf), () => keepAll(taken, options))
    } finally {
      endNote()
    }
  }
  return { saving, choose }
}

/** Tells a file that is among photos already, by name and size: whoever chooses all anew gives the last ones no place for the first. */
function isAmong(photos: readonly OutboxPhoto[] = []): (file: File) => boolean {
  const there = photos.filter((photo) => !mayGoAgain(photo))
  const marks = new Set(there.map(markOf))
  return (file) => marks.has(markOf(file))
}

const markOf = ({ name, size }: Pick<File, 'name' | 'size'>) => `${size} ${name}`

interface KeepAllOptions extends KeepOptions {
  kinds: ReadonlyMap<File, FileKind>
  videos: VideoLimits | undefined
}

/** Photos first: they are there in a moment. */
async function keepAll(
  taken: readonly File[],
  { kinds, videos, ...options }: KeepAllOptions,
): Promise<number> {
  const [photoFiles, videoFiles] = [[] as File[], new Map<File, VideoType>()]
  for (const file of taken) {
    const kind = kinds.get(file)
    if (kind === undefined || kind === 'photo' || kind === 'foreign') photoFiles.push(file)
    else videoFiles.set(file, kind)
  }
  const kept = await keepPhotos(photoFiles, options)
  announceUploads()
  if (videos) kept.push(...(await keepVideos(videoFiles, { ...options, videos })))
  announceUploads()
  for (const [problem, failed] of groupBy(kept, (each) => each.problem)) {
    const files = failed.map(({ file }) => file)
    if (problem !== undefined) showAlert(namingFiles(files, problem))
  }
  // Not waited for: Firefox asks its user.
  if (kept.some(({ place }) => place === 'device')) void persistStorage().catch(() => undefined)
  return kept.filter(({ place }) => place !== undefined).length
}

function sayLeftOut(
  count: number,
  taken: number,
  { perChoice = PHOTOS_PER_CHOICE }: ChoiceSize,
): void {
  const { tooMany, leftOut, firstTaken } = texts.upload
  if (takesFour(perChoice)) showAlert(tooMany, () => showToast({ text: leftOut(count) }))
  else showAlert(firstTaken(count + taken, taken))
}
