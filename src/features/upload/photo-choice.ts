import { MAX_UPLOAD_BYTES, PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Photos whose type some pickers do not report. */
const PHOTO_NAME = /\.(heic|heif|avif)$/i

export interface Choice<F extends ChosenFile> {
  taken: F[]
  /** The reasons for the files that are not accepted, each once. */
  problems: string[]
}

/** Which of the chosen files are accepted, with so many `drafts` already there. Too many at once: none is. */
export function checkChoice<F extends ChosenFile>(files: readonly F[], drafts: number): Choice<F> {
  if (drafts + files.length > PHOTOS_PER_CHOICE) {
    return { taken: [], problems: [drafts > 0 ? texts.upload.tooMany : texts.upload.tooManyChosen] }
  }
  const problems = files.map(problemWith).filter((problem) => problem !== undefined)
  return { taken: files.filter((file) => !problemWith(file)), problems: [...new Set(problems)] }
}

function problemWith({ name, type, size }: ChosenFile): string | undefined {
  const isPhoto = type.startsWith('image/') || (type === '' && PHOTO_NAME.test(name))
  if (!isPhoto) return texts.upload.notAnImage
  if (size > MAX_UPLOAD_BYTES) return texts.upload.tooLarge(MAX_UPLOAD_BYTES / 1024 / 1024)
  return undefined
}
