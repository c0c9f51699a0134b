/** What we read of a photo's EXIF data. Missing and senseless parts are absent. */
export interface Exif {
  /** How the stored picture must be turned to be upright, 1 to 8 (1: not at all). */
  orientation?: number
  /** The camera's wall clock when the photo was taken, `YYYY-MM-DDTHH:mm:ss`. */
  takenAt?: string
  /** That clock's offset from UTC, such as `+02:00`. */
  offset?: string
}

const ORIENTATION = 0x0112
const EXIF_FOLDER = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011

const SHORT = 3
const MAX_TEXT_BYTES = 64

/** The place of each tag's entry in a folder. */
type Entries = Map<number, number>

/** Reads an EXIF block: a small TIFF file (TIFF 6.0, EXIF 2.32), with or without `Exif\0\0` before it. Never throws. */
export function parseExif(block: Uint8Array): Exif {
  const exif: Exif = {}
  try {
    readInto(exif, withoutName(block))
  } catch (error) {
    // An offset outside the block: what was read before counts.
    if (!(error instanceof RangeError)) throw error
  }
  return exif
}

function withoutName(block: Uint8Array): DataView {
  const named = String.fromCharCode(...block.subarray(0, 6)) === 'Exif\0\0'
  const start = named ? 6 : 0
  return new DataView(block.buffer, block.byteOffset + start, block.length - start)
}

function readInto(exif: Exif, tiff: DataView): void {
  const little = tiff.getUint16(0) === 0x4949
  const main = readEntries(tiff, little, tiff.getUint32(4, little))
  const orientation = main.get(ORIENTATION)
  if (orientation !== undefined && tiff.getUint16(orientation + 2, little) === SHORT) {
    const value = tiff.getUint16(orientation + 8, little)
    if (value >= 1 && value <= 8) exif.orientation = value
  }
  const folder = main.get(EXIF_FOLDER)
  if (folder === undefined) return
  const photo = readEntries(tiff, little, tiff.getUint32(folder + 8, little))
  exif.takenAt = wallClock(readText(tiff, little, photo.get(DATE_TIME_ORIGINAL)))
  exif.offset = offset(readText(tiff, little, photo.get(OFFSET_TIME_ORIGINAL)))
}

/** A folder is a count, then 12 bytes for each entry: tag, type, count, and the value or its offset. */
function readEntries(tiff: DataView, little: boolean, start: number): Entries {
  const entries: Entries = new Map()
  const count = tiff.getUint16(start, little)
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12
    if (entry + 12 > tiff.byteLength) break
    entries.set(tiff.getUint16(entry, little), entry)
  }
  return entries
}

function readText(tiff: DataView, little: boolean, entry: number | undefined): string {
  if (entry === undefined) return ''
  const length = Math.min(tiff.getUint32(entry + 4, little), MAX_TEXT_BYTES)
  // Up to four bytes are in the entry itself.
  const start = length <= 4 ? entry + 8 : tiff.getUint32(entry + 8, little)
  let text = ''
  for (let index = 0; index < length; index += 1)
    text += String.fromCharCode(tiff.getUint8(start + index))
  return text.replace(/\0[^]*$/, '').trim()
}

/** `2026:06:20 15:04:05` as `2026-06-20T15:04:05`, if it is a real time. */
function wallClock(text: string): string | undefined {
  const found = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text)
  if (!found) return undefined
  const [, year, month, day, hours, minutes, seconds] = found
  const clock = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`
  const time = Date.parse(`${clock}Z`)
  // A camera whose clock was never set writes 0000:00:00 or the like; 31 February would become a day of March.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(clock)
  return isReal && Number(year) >= FIRST_DIGITAL_YEAR ? clock : undefined
}

const FIRST_DIGITAL_YEAR = 1990

function offset(text: string): string | undefined {
  return /^[+-](0\d|1[0-4]):[0-5]\d$/.test(text) ? text : undefined
}
