import type { Oriented } from './orientation.ts'

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
export function writeExif({ orientation, takenAt, offset }: Stamp): Buffer {
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
