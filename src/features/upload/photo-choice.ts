import { groupBy } from '../../../contract/group-by.ts'
import { MAX_UPLOAD_BYTES, PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Photos whose type some pickers do not report. */
const PHOTO_NAME = /\.(heic|heif|avif)$/i

export interface Choice<F extends ChosenFile> {
  taken: F[]
  /** The reasons for the files that are not accepted, each once, with their names. */
  problems: string[]
  /** How many photos there was no room for beside the drafts; they are the last ones. */
  leftOut: number
}

/**
 * Which of the chosen files are accepted, with so many `drafts` already there. More than four at once on the entry screen: none
 * is, as specified; in the preview as many as it has room for.
 */
export function checkChoice<F extends ChosenFile>(files: readonly F[], drafts: number): Choice<F> {
  if (drafts === 0 && files.length > PHOTOS_PER_CHOICE) {
    return { taken: [], problems: [texts.upload.tooManyChosen], leftOut: 0 }
  }
  const byProblem = groupBy(files, problemWith)
  const photos = byProblem.get(undefined) ?? []
  const taken = photos.slice(0, Math.max(0, PHOTOS_PER_CHOICE - drafts))
  const leftOut = photos.length - taken.length
  const problems = [...byProblem].flatMap(([problem, refused]) =>
    problem ? namingFiles(refused, problem) : [],
  )
  if (leftOut > 0) problems.push(texts.upload.tooMany)
  return { taken, problems, leftOut }
}

const NAMED_MAX = 3

/** What is said of files, with some of their names: whoever chose them among many learns which they are. */
export function namingFiles(files: readonly Pick<File, 'name'>[], words: string): string {
  const names = files.slice(0, NAMED_MAX).map(({ name }) => name)
  const others = files.length - names.length
  return `${words} (${names.join(', ')}${others > 0 ? ` +${others}` : ''})`
}

function problemWith({ name, type, size }: ChosenFile): string | undefined {
  const isPhoto = type.startsWith('image/') || (type === '' && PHOTO_NAME.test(name))
  if (!isPhoto) return texts.upload.notAnImage
  if (size > MAX_UPLOAD_BYTES) return texts.upload.tooLarge(MAX_UPLOAD_BYTES / 1024 / 1024)
  return undefined
}
