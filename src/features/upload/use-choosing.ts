import { groupBy } from '../../../contract/group-by.ts'
import { PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { VideoType } from '../../../contract/video-type.ts'
import { randomKey } from '../../device/random-key.ts'
import { persistStorage } from '../../outbox/page/page-outboxes.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
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
import { addUnstored, useUnstored } from './unstored-files.ts'

export interface Choosing {
  /** How many files of the Orma are being stored on the device, those of the camera as well. */
  saving: number
  /** Stores chosen files as drafts, photos in their order, and says what is wrong with the others. Gives how many are stored. */
  choose: (files: File[]) => Promise<number>
}

interface ChoosingOptions extends ChoiceSize {
  /** How many drafts count as of the same choice, beside what is being stored; absent where each choice is one of its own. */
  drafts?: number
  /** Absent: videos are not taken. */
  videos?: VideoLimits | undefined
}

/** Stores photos and videos from the picker on this device. */
export function useChoosing(
  event_hash: string,
  { drafts, videos, ...size }: ChoosingOptions = {},
): Choosing {
  const saving = useUnstored(event_hash)

  const choose = async (files: File[]): Promise<number> => {
    const before = drafts === undefined ? 0 : drafts + saving
    let left = 0
    const count = (change: number) => {
      left += change
      addUnstored(event_hash, change)
    }
    // Begun before anything is drawn.
    const isRefused = isTooMany(files, before, size)
    const looking = lookInto(isRefused ? [] : files)
    count(isRefused ? 0 : Math.min(files.length, roomBeside(before, size)))
    try {
      const seen = await looking
      const { kinds } = seen
      const limits = { ...seen, videos, ...size }
      const { taken, problems, leftOut } = checkChoice(files, before, limits)
      count(taken.length - left)
      for (const problem of problems) showAlert(problem)
      if (leftOut > 0) sayLeftOut(leftOut, taken.length, size)
      const keys = new Map(taken.map((file) => [file, randomKey()]))
      const keyOf = (file: File) => keys.get(file) ?? randomKey()
      const options = { eventHash: event_hash, keyOf, kinds, videos }
      return await asNoted(event_hash, [...keys.values()], () =>
        keepAll(taken, options, (done) => count(-done)),
      )
    } finally {
      count(-left)
    }
  }
  return { saving, choose }
}

interface KeepAllOptions extends KeepOptions {
  kinds: ReadonlyMap<File, FileKind>
  videos: VideoLimits | undefined
}

/** Photos first: they are there in a moment. */
async function keepAll(
  taken: readonly File[],
  { kinds, videos, ...options }: KeepAllOptions,
  onDone: (count: number) => void,
): Promise<number> {
  const [photoFiles, videoFiles] = [[] as File[], new Map<File, VideoType>()]
  for (const file of taken) {
    const kind = kinds.get(file)
    if (kind === undefined || kind === 'photo' || kind === 'foreign') photoFiles.push(file)
    else videoFiles.set(file, kind)
  }
  const kept = await keepPhotos(photoFiles, options, onDone)
  announceUploads()
  if (videos) kept.push(...(await keepVideos(videoFiles, { ...options, videos }, onDone)))
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
