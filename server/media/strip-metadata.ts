import { stripGif } from './gif-file.ts'
import type { Oriented } from './orientation.ts'
import { readType, withFileReader } from './file-reader.ts'
import type { FileReader, Run } from './file-reader.ts'
import { stripJpeg } from './jpeg-file.ts'
import { stripPng } from './png-file.ts'
import { stripWebp } from './webp-file.ts'
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
    const type = await readType(reader)
    const strip = type && STRIPS[type]
    if (!strip) return undefined
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

/** All that a photo's EXIF data says when it leaves. */
export interface Stamp extends Oriented {
  /** The wall clock when it was taken, `YYYY-MM-DDTHH:mm:ss`. */
  takenAt: string
  /** That clock's offset from UTC, such as `+02:00`. */
  offset: string
}

const ORIENTATION = 0x0112
const EXIF_FOLDER = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const [ASCII, SHORT, LONG] = [2, 3, 4] as const

const HEAD_BYTES = 8

/** The smallest EXIF block that says this: a small TIFF file (TIFF 6.0, EXIF 2.32), without `Exif\0\0` before it. */
function writeExif({ orientation, takenAt, offset }: Stamp): Buffer {
  const head = Buffer.from('MM\0*\0\0\0\x08', 'latin1')
  const folderAt = HEAD_BYTES + folderBytes(2)
  const clock = `${takenAt.replaceAll('-', ':').replace('T', ' ')}\0`
  const clockAt = folderAt + folderBytes(2)
  return Buffer.concat([
    head,
    folder([
      // A short number lies in the upper half of its four bytes.
      { tag: ORIENTATION, type: SHORT, count: 1, value: orientation * 0x1_0000 },
      { tag: EXIF_FOLDER, type: LONG, count: 1, value: folderAt },
    ]),
    folder([
      { tag: DATE_TIME_ORIGINAL, type: ASCII, count: clock.length, value: clockAt },
      {
        tag: OFFSET_TIME_ORIGINAL,
        type: ASCII,
        count: offset.length + 1,
        value: clockAt + clock.length,
      },
    ]),
    Buffer.from(`${clock}${offset}\0`, 'latin1'),
  ])
}

/** A count, 12 bytes for each entry, and that no folder follows. */
function folderBytes(entries: number): number {
  return 2 + entries * 12 + 4
}

function folder(
  entries: readonly { tag: number; type: number; count: number; value: number }[],
): Buffer {
  const bytes = Buffer.alloc(folderBytes(entries.length))
  bytes.writeUInt16BE(entries.length, 0)
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const at = 2 + index * 12
    bytes.writeUInt16BE(tag, at)
    bytes.writeUInt16BE(type, at + 2)
    bytes.writeUInt32BE(count, at + 4)
    bytes.writeUInt32BE(value, at + 8)
  }
  return bytes
}
