import ExifReader from 'exifreader'
import type { ExpandedTags, IncludeTagsOptions } from 'exifreader'
import { readTime } from './taken-time.ts'
import type { TakenTime } from './taken-time.ts'

/** What we read of a photo's EXIF data. */
export interface Exif {
  /** How the stored picture must be turned to be upright, 1 to 8 (1: not at all). Absent: not said. */
  orientation?: number
  /** When it was taken, the most trusted field first. */
  times: readonly TakenTime[]
}

type Tags = object | undefined

/** The fields with a time, each with that of its offset. */
const TIMES = [
  ['DateTimeOriginal', 'OffsetTimeOriginal'],
  ['DateTimeDigitized', 'OffsetTimeDigitized'],
  ['DateTime', 'OffsetTime'],
] as const
/** No other tag is decoded: a maker's own data may be most of a block. */
const TAGS = ['Orientation', ...TIMES.flat()]
/** Of a text or a number that a tag has. */
const MAX_PARTS = 64

const JPEG_START = Uint8Array.of(0xff, 0xd8)
/** Marker and length of a JPEG's segment. */
const HEAD_BYTES = 4

/** Whether a JPEG's segment (marker, length, content) holds EXIF data. Of several the first counts, as for browsers. */
export function isExifSegment(segment: Uint8Array): boolean {
  return String.fromCharCode(...segment.subarray(HEAD_BYTES, HEAD_BYTES + 5)) === 'Exif\0'
}

/** What such a segment says. */
export function parseExifSegment(segment: Uint8Array = new Uint8Array()): Exif {
  return parseExif(joinBytes([JPEG_START, segment]))
}

/**
 * Reads a photo's EXIF data where its file's own structure holds them. Give only the parts of a file that may hold any: all is in
 * memory, and what is read of it grows with its length. Never throws.
 */
export function parseExif(file: Uint8Array): Exif {
  const { exif } = loadTags(file, { includeTags: { exif: TAGS } })
  const orientation = [valueOf(exif, 'Orientation')].flat()[0]
  const isKnown = typeof orientation === 'number' && orientation >= 1 && orientation <= 8
  const times = TIMES.map(([name, offset]) => readTime(textOf(exif, name), textOf(exif, offset)))
  return {
    ...(isKnown && { orientation }),
    times: times.filter((time) => time !== undefined),
  }
}

interface LoadOptions {
  includeTags: IncludeTagsOptions
  /** Has it tell where blocks of metadata lie. */
  includeOffsets?: boolean
}

/** What the library reads, without what it writes to the console of damaged files: a server's log is not for its guests to fill. */
export function loadTags(file: Uint8Array, options: LoadOptions): ExpandedTags {
  const { warn } = console
  console.warn = () => undefined
  try {
    return ExifReader.load(new Uint8Array(file).buffer, { ...options, expanded: true })
  } catch {
    // No photo, or one so damaged that nothing of it can be read.
    return {}
  } finally {
    console.warn = warn
  }
}

/** One piece: Firefox does not decode a Blob made of several. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function valueOf(tags: Tags, name: string): unknown {
  const tag: unknown = tags && Reflect.get(tags, name)
  return typeof tag === 'object' && tag !== null && 'value' in tag ? tag.value : undefined
}

/** The library gives a text in the pieces between its zeros, and one of a wrong type as the codes of its characters. */
function textOf(tags: Tags, name: string): string {
  const parts = [valueOf(tags, name)].flat().slice(0, MAX_PARTS)
  return parts.every((part) => typeof part === 'number')
    ? String.fromCharCode(...parts)
    : parts.join('\0')
}
