import { groupBy } from '../../../contract/group-by.ts'
import { MAX_UPLOAD_BYTES, PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'

type ChosenFile = Pick<File, 'name' | 'size'>

interface Choice<F extends ChosenFile> {
  taken: F[]
  /** The reasons for the files that are not accepted, each once, with their names. */
  problems: string[]
  /** How many photos there was no room for beside the drafts; they are the last ones. */
  leftOut: number
}

/** More than four at once on the entry screen: none is accepted, as specified. */
export function isTooMany(files: readonly unknown[], drafts: number): boolean {
  return drafts === 0 && files.length > PHOTOS_PER_CHOICE
}

/**
 * Which of the chosen files are accepted, with so many `drafts` already there; in the preview as many as it has room for. `foreign`: those
 * that are no photos by their bytes; what a browser or a name says of their kind does not count.
 */
export function checkChoice<F extends ChosenFile>(
  files: readonly F[],
  drafts: number,
  foreign: ReadonlySet<F> = new Set(),
): Choice<F> {
  if (isTooMany(files, drafts)) {
    return { taken: [], problems: [texts.upload.tooManyChosen], leftOut: 0 }
  }
  const byProblem = groupBy(files, (file) =>
    foreign.has(file) ? texts.upload.notAnImage : problemWith(file),
  )
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

function problemWith({ size }: ChosenFile): string | undefined {
  if (size > MAX_UPLOAD_BYTES) return texts.upload.tooLarge(MAX_UPLOAD_BYTES / 1024 / 1024)
  return undefined
}
