/** Tags by number, with a text, a short number, a long one, or fractions as values. */
type ExifTags = Record<number, string | number | { long: number } | Array<[number, number]>>

export interface ExifParts {
  main?: ExifTags
  /** Tags of the EXIF folder: date, serial number and the like. */
  photo?: ExifTags
  gps?: ExifTags
}

export const TAG = {
  make: 0x010f,
  model: 0x0110,
  orientation: 0x0112,
  dateTime: 0x0132,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  offsetTime: 0x9010,
  offsetTimeOriginal: 0x9011,
  offsetTimeDigitized: 0x9012,
  bodySerialNumber: 0xa431,
  gpsLatitudeRef: 1,
  gpsLatitude: 2,
  gpsLongitudeRef: 3,
  gpsLongitude: 4,
  gpsMapDatum: 0x12,
}

const PHOTO_FOLDER = 0x8769
const GPS_FOLDER = 0x8825
const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const

/** EXIF data as cameras write it, in either byte order, without `Exif\0\0` before it. */
export function makeExifBlock(
  { main = {}, photo, gps }: ExifParts,
  order: 'II' | 'MM' = 'II',
): Buffer {
  const isLittle = order === 'II'
  const pointers: Array<[number, ExifTags]> = []
  if (photo) pointers.push([PHOTO_FOLDER, photo])
  if (gps) pointers.push([GPS_FOLDER, gps])
  const placeholders = Object.fromEntries(pointers.map(([tag]) => [tag, LONG_PLACEHOLDER]))
  const head = Buffer.concat([Buffer.from(order), number(42, 2, isLittle), number(8, 4, isLittle)])

  // Folders follow one another, so a folder's offset is known once those before it are built.
  let block = Buffer.concat([head, makeFolder({ ...main, ...placeholders }, 8, isLittle)])
  for (const [tag, tags] of pointers) {
    setPointer(block, tag, block.length, isLittle)
    block = Buffer.concat([block, makeFolder(tags, block.length, isLittle)])
  }
  return block
}

const LONG_PLACEHOLDER = Number.MAX_SAFE_INTEGER

function makeFolder(tags: ExifTags, start: number, isLittle: boolean): Buffer {
  const sorted = Object.entries(tags).sort(([one], [other]) => Number(one) - Number(other))
  const entries: Buffer[] = [number(sorted.length, 2, isLittle)]
  const values: Buffer[] = []
  let valuesAt = start + 2 + sorted.length * 12 + 4
  for (const [tag, value] of sorted) {
    const { type, count, bytes } = encode(value, isLittle)
    entries.push(
      number(Number(tag), 2, isLittle),
      number(type, 2, isLittle),
      number(count, 4, isLittle),
    )
    if (bytes.length <= 4) {
      entries.push(Buffer.concat([bytes, Buffer.alloc(4 - bytes.length)]))
      continue
    }
    entries.push(number(valuesAt, 4, isLittle))
    values.push(bytes)
    valuesAt += bytes.length
  }
  return Buffer.concat([...entries, Buffer.alloc(4), ...values])
}

function encode(
  value: ExifTags[number],
  isLittle: boolean,
): { type: number; count: number; bytes: Buffer } {
  if (value === LONG_PLACEHOLDER) return { type: LONG, count: 1, bytes: Buffer.alloc(4) }
  if (typeof value === 'number') return { type: SHORT, count: 1, bytes: number(value, 2, isLittle) }
  if (typeof value === 'string') {
    const bytes = Buffer.from(`${value}\0`, 'latin1')
    return { type: ASCII, count: bytes.length, bytes }
  }
  if ('long' in value) return { type: LONG, count: 1, bytes: number(value.long, 4, isLittle) }
  const bytes = Buffer.concat(value.flat().map((part) => number(part, 4, isLittle)))
  return { type: RATIONAL, count: value.length, bytes }
}

function setPointer(block: Buffer, tag: number, target: number, isLittle: boolean): void {
  const entry = block.indexOf(number(tag, 2, isLittle), 10)
  number(target, 4, isLittle).copy(block, entry + 8)
}

function number(value: number, bytes: 2 | 4, isLittle: boolean): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (isLittle) buffer.writeUIntLE(value, 0, bytes)
  else buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
