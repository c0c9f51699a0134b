import { EVENT_IMAGE_MAX_BYTES } from '../../../contract/limits.ts'
import { isPhotoFile } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'

/**
 * Why a file cannot be an Orma's picture or banner, by its bytes, as on the server; undefined where it can (specification:
 * section 5). A file that cannot be read is left to the server.
 */
export async function imageError(file: Blob): Promise<string | undefined> {
  if (!(await isPhotoFile(file))) return texts.create.notAnImage
  if (file.size > EVENT_IMAGE_MAX_BYTES) return texts.create.imageTooLarge
  return undefined
}
