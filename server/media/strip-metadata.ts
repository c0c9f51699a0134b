import { stripGif } from './gif-file.ts'
import { writeExif } from './exif-writer.ts'
import type { Stamp } from './exif-writer.ts'
import { withFileReader } from './file-reader.ts'
import type { FileReader, Run } from './file-reader.ts'
import { stripJpeg } from './jpeg-file.ts'
import { stripPng } from './png-file.ts'
import { stripWebp } from './webp-file.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

/** What is left of a photo, in order: runs of its own bytes, and between them bytes of ours. */
export type StrippedParts = readonly (Run | Buffer)[]

interface StrippedPhoto {
  type: PhotoType
  parts: StrippedParts
}

/**
 * Finds what may leave of a photo and what must not, with `exif` in the place of its own EXIF data. Undefined where the photo cannot be
 * cut without touching how it looks.
 */
type Strip = (reader: FileReader, exif: Buffer) => Promise<StrippedParts | undefined>

/** Each is read by itself, and stored with its photo. Honest photos have some dozen. */
const PARTS_MAX = 1_000

/** HEIC and AVIF are not among them: there the pixels lie by offsets from the file's beginning. */
const STRIPS: Partial<Record<PhotoType, Strip>> = {
  jpeg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: stripGif,
}

/**
 * A photo without place, serial numbers, thumbnails and whatever else was written into it, its pixels untouched, with its orientation
 * and the time it was taken. Only what is known to be harmless stays. Undefined where its kind, or this very file, cannot be cut so.
 */
export async function stripMetadata(
  file: string | Uint8Array,
  stamp: Stamp,
): Promise<StrippedPhoto | undefined> {
  return withFileReader(file, async (reader) => {
    const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
    const type = head && sniffPhoto(head)
    const strip = type && STRIPS[type]
    if (!strip) return undefined
    reader.moveTo(0)
    const parts = await strip(reader, writeExif(stamp))
    const joined = parts && joinParts(parts)
    return joined && joined.length <= PARTS_MAX ? { type, parts: joined } : undefined
  })
}

/** Runs that follow one another as one, and so bytes of ours. */
function joinParts(parts: StrippedParts): StrippedParts {
  const joined: (Run | Buffer)[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (Buffer.isBuffer(part) && Buffer.isBuffer(last))
      joined.splice(-1, 1, Buffer.concat([last, part]))
    else if (last && 'end' in part && 'end' in last && last.end === part.start) last.end = part.end
    else joined.push(Buffer.isBuffer(part) ? part : { ...part })
  }
  return joined
}
