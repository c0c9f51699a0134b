import { EVENT_IMAGE_MAX_BYTES } from '../../../contract/limits.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'

/**
 * Why a file cannot be an Orma's picture or banner, by its bytes, as on the server; undefined where it can (specification:
 * section 5). A file that cannot be read is left to the server.
 */
export async function imageError(file: Blob): Promise<string | undefined> {
  const head = await file
    .slice(0, SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  if (head && !sniffPhoto(new Uint8Array(head))) return texts.create.notAnImage
  if (file.size > EVENT_IMAGE_MAX_BYTES) return texts.create.imageTooLarge
  return undefined
}
