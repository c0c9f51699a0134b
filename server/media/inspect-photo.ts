import type { PhotoType } from '../../contract/photo-type.ts'
import { readType, withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { inspectGif } from './gif-file.ts'
import { inspectHeif } from './heif-file.ts'
import { inspectJpeg } from './jpeg-file.ts'
import { maxPixels } from './photo-limits.ts'
import { inspectPng } from './png-file.ts'
import { inspectWebp } from './webp-file.ts'

/** What a file says of itself, without a pixel being decoded. */
export interface Structure {
  /** Width times height; 0: it does not say. Which it has indeed is seen when it is decoded. */
  pixels: number
  isProgressive?: boolean
  /** What is wrong with the file's frame, for a log; undefined when nothing shows. */
  damage?: string | undefined
}

export interface PhotoInspection extends Pick<Structure, 'damage'> {
  /** Undefined: not a photo of a kind we take. */
  type: PhotoType | undefined
  /** By what it says of itself it has more pixels than are decoded of its kind. */
  hasTooManyPixels?: boolean
}

const INSPECTIONS: Record<PhotoType, (reader: FileReader) => Promise<Structure>> = {
  jpeg: inspectJpeg,
  png: inspectPng,
  webp: inspectWebp,
  gif: inspectGif,
  avif: inspectHeif,
  heic: inspectHeif,
}

/** Tells a file's type by its bytes and whether it is whole: cheap enough to be done before an upload is answered. */
export async function inspectPhoto(file: string | Uint8Array): Promise<PhotoInspection> {
  return await withFileReader(file, async (reader) => {
    const type = await readType(reader)
    if (!type) return { type }
    const { pixels, isProgressive = false, damage } = await INSPECTIONS[type](reader)
    return pixels > maxPixels(type, isProgressive)
      ? { type, hasTooManyPixels: true }
      : { type, damage }
  })
}
