import { checkBoxes } from './box-structure.ts'
import { withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { checkGif } from './gif-structure.ts'
import { checkJpeg } from './jpeg-structure.ts'
import { hasTooManyPixels } from './pixel-count.ts'
import { checkPng } from './png-structure.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

export interface PhotoInspection {
  /** Undefined: not a photo of a kind we take. */
  type: PhotoType | undefined
  /** What is wrong with the file's frame, for a log; undefined when nothing shows. */
  damage?: string
  /** By what it says of itself it has more pixels than are decoded of its kind. */
  hasTooManyPixels?: boolean
}

/** Finds nothing wrong (undefined), or says what is. */
type StructureCheck = (reader: FileReader) => Promise<string | undefined>

const CHECKS: Record<PhotoType, StructureCheck> = {
  jpeg: checkJpeg,
  png: checkPng,
  webp: checkWebp,
  gif: checkGif,
  avif: checkBoxes,
  heic: checkBoxes,
}

/**
 * Tells a file's type by its bytes and whether it is whole, without decoding a pixel: cheap enough
 * to be done before an upload is answered. What only decoding shows is found later.
 */
export async function inspectPhoto(file: string | Uint8Array): Promise<PhotoInspection> {
  return await withFileReader(file, async (reader) => {
    const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
    const type = head && sniffPhoto(head)
    if (!type) return { type: undefined }
    if (await hasTooManyPixels(reader, type)) return { type, hasTooManyPixels: true }
    reader.moveTo(0)
    return { type, damage: await CHECKS[type](reader) }
  })
}

/** RIFF says how long it is: "RIFF", length of what follows, "WEBP". */
async function checkWebp(reader: FileReader): Promise<string | undefined> {
  const head = await reader.take(20)
  if (!head) return 'WebP header cut'
  // An odd last chunk has a padding byte that some programs leave out.
  return head.readUInt32LE(4) + 8 > reader.size + 1 ? 'WebP cut' : undefined
}
