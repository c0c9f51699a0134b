import type { Event } from '../../../contract/entities.ts'
import { groupBy } from '../../../contract/group-by.ts'
import { MAX_UPLOAD_BYTES, PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { isPhotoFile } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'
import { videoTypeOf } from '../../../contract/video-type.ts'
import type { VideoType } from '../../../contract/video-type.ts'

type ChosenFile = Pick<File, 'name' | 'size'>

/** What a chosen file is by its bytes; what a browser or a name says of its kind does not count. */
export type FileKind = 'photo' | VideoType | 'foreign'

/** What an Orma takes of videos. */
export type VideoLimits = Pick<Event, 'maxVideoSeconds' | 'maxVideoBytes'>

export interface SeenFiles<F> {
  /** A file without a kind counts as a photo. */
  kinds: ReadonlyMap<F, FileKind>
  /** Bytes, where they are not to be asked of the file. */
  sizes: ReadonlyMap<F, number>
}

interface Seen<F> extends Partial<SeenFiles<F>> {
  /** Tells what was chosen before: where there is no room for all, it takes no place. */
  isThere?: (file: F) => boolean
  /** Absent: the Orma takes none. */
  videos?: VideoLimits | undefined
}

interface Choice<F extends ChosenFile> {
  taken: F[]
  /** The reasons for the files that are not accepted, each once, with their names. */
  problems: string[]
  /** How many photos there was no room for beside the drafts; they are the last ones. Those that are there already do not count. */
  leftOut: number
  /** How many took no place, as they are there already. */
  there: number
}

/** How many photos are taken. */
export interface ChoiceSize {
  /** Of one choice. */
  perChoice?: number
  /** Of all that are still to be taken, where a limit is known. */
  room?: number
}

/** More than four at once on the entry screen: none is accepted, as specified. Where more may be chosen, the first ones are. */
export function isTooMany(
  files: readonly unknown[],
  drafts: number,
  { perChoice = PHOTOS_PER_CHOICE }: ChoiceSize = {},
): boolean {
  return takesFour(perChoice) && drafts === 0 && files.length > PHOTOS_PER_CHOICE
}

/** Whether an Orma takes as few photos at a time as specified, in the words of the specification. */
export function takesFour(perChoice: number): boolean {
  return perChoice === PHOTOS_PER_CHOICE
}

/** How many more photos are taken beside so many drafts. */
export function roomBeside(
  drafts: number,
  { perChoice = PHOTOS_PER_CHOICE, room = Infinity }: ChoiceSize,
): number {
  return Math.max(0, Math.min(perChoice - drafts, room))
}

/** Which of the chosen files are accepted, with so many `drafts` already there; in the preview as many as it has room for. */
export function checkChoice<F extends ChosenFile>(
  files: readonly F[],
  drafts: number,
  { kinds, sizes, isThere = () => false, videos, ...size }: Seen<F> & ChoiceSize = {},
): Choice<F> {
  if (isTooMany(files, drafts, size)) {
    return { taken: [], problems: [texts.upload.tooManyChosen], leftOut: 0, there: 0 }
  }
  const byProblem = groupBy(files, (file) =>
    problemWith(sizes?.get(file) ?? file.size, kinds?.get(file) ?? 'photo', videos),
  )
  const room = roomBeside(drafts, size)
  const all = byProblem.get(undefined) ?? []
  const photos = all.length > room ? all.filter((file) => !isThere(file)) : all
  const taken = photos.slice(0, room)
  const leftOut = photos.length - taken.length
  const problems = [...byProblem].flatMap(([problem, refused]) =>
    problem ? namingFiles(refused, problem) : [],
  )
  return { taken, problems, leftOut, there: all.length - photos.length }
}

const NAMED_MAX = 3

/** What is said of files, with some of their names: whoever chose them among many learns which they are. */
export function namingFiles(files: readonly Pick<File, 'name'>[], words: string): string {
  const names = files.slice(0, NAMED_MAX).map(({ name }) => name)
  const others = files.length - names.length
  return `${words} (${names.join(', ')}${others > 0 ? ` +${others}` : ''})`
}

function problemWith(
  size: number,
  kind: FileKind,
  videos: VideoLimits | undefined,
): string | undefined {
  const { upload } = texts
  if (kind === 'photo') {
    return size > MAX_UPLOAD_BYTES ? upload.tooLarge(megabytes(MAX_UPLOAD_BYTES)) : undefined
  }
  if (!videos) return upload.notAnImage
  if (kind === 'foreign') return upload.notAnImageOrVideo
  const { maxVideoBytes } = videos
  return size > maxVideoBytes ? upload.video.tooLarge(megabytes(maxVideoBytes)) : undefined
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}

/** Files that are looked into at a time: to begin with a hundred would hold a slow phone up. */
const SEEN_AT_ONCE = 4

/**
 * What each of the chosen files is by its bytes, and how large: the browser asks the disk for each size, and waits. One that cannot be
 * read is left to who stores it.
 */
export async function lookInto<F extends Blob>(files: readonly F[]): Promise<SeenFiles<F>> {
  const [kinds, sizes] = [new Map<F, FileKind>(), new Map<F, number>()]
  const see = async (file: F) => {
    const isPhoto = await isPhotoFile(file)
    kinds.set(file, isPhoto ? 'photo' : ((await videoTypeOf(file)) ?? 'foreign'))
    sizes.set(file, file.size)
  }
  for (let at = 0; at < files.length; at += SEEN_AT_ONCE) {
    await Promise.all(files.slice(at, at + SEEN_AT_ONCE).map(see))
  }
  return { kinds, sizes }
}
