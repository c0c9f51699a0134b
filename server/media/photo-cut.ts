import { cutGif } from './gif-cut.ts'
import { writeExif } from './exif-writer.ts'
import type { Stamp } from './exif-writer.ts'
import { withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { cutJpeg } from './jpeg-cut.ts'
import { cutPng } from './png-cut.ts'
import { cutWebp } from './webp-cut.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

/** A run of a file's bytes: from `start` up to, not including, `end`. */
export interface Run {
  start: number
  end: number
}

/** What is left of a photo, in order: runs of its own bytes, and between them bytes of ours. */
export type CutParts = readonly (Run | Buffer)[]

interface PhotoCut {
  type: PhotoType
  parts: CutParts
}

/**
 * Finds what may leave of a photo and what must not, with `exif` in the place of its own EXIF data. Undefined where the photo cannot be
 * cut without touching how it looks.
 */
type Cut = (reader: FileReader, exif: Buffer) => Promise<CutParts | undefined>

/** Each is read by itself, and stored with its photo. Honest photos have some dozen. */
const PARTS_MAX = 1_000

/** HEIC and AVIF are not among them: there the pixels lie by offsets from the file's beginning. */
const CUTS: Partial<Record<PhotoType, Cut>> = {
  jpeg: cutJpeg,
  png: cutPng,
  webp: cutWebp,
  gif: cutGif,
}

/**
 * A photo without place, serial numbers, thumbnails and whatever else was written into it, its pixels untouched, with its orientation
 * and the time it was taken. Only what is known to be harmless stays. Undefined where its kind, or this very file, cannot be cut so.
 */
export async function cutPhoto(
  file: string | Uint8Array,
  stamp: Stamp,
): Promise<PhotoCut | undefined> {
  return withFileReader(file, async (reader) => {
    const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
    const type = head && sniffPhoto(head)
    const cut = type && CUTS[type]
    if (!cut) return undefined
    reader.moveTo(0)
    const parts = await cut(reader, writeExif(stamp))
    const joined = parts && joinParts(parts)
    return joined && joined.length <= PARTS_MAX ? { type, parts: joined } : undefined
  })
}

/** Runs that follow one another as one, and so bytes of ours. */
function joinParts(parts: CutParts): CutParts {
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
