import ExifReader from 'exifreader'
import type { ExpandedTags, IncludeTagsOptions } from 'exifreader'
import { readTime } from './taken-time.ts'
import type { TakenTime } from './taken-time.ts'

/** What we read of a photo's metadata: EXIF, XMP and IPTC. */
export interface Exif {
  /** How the stored picture must be turned to be upright, 1 to 8 (1: not at all). Absent: not said. */
  orientation?: number
  /** When it was taken, the most trusted field first. */
  times: readonly TakenTime[]
}

type Tags = object | undefined

/** No other tag is decoded: a maker's own data may be most of a block. */
const EXIF_TAGS = [
  'Orientation',
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'DateTimeDigitized',
  'OffsetTimeDigitized',
  'DateTime',
  'OffsetTime',
  'GPSDateStamp',
  'GPSTimeStamp',
]
const IPTC_TAGS = ['Date Created', 'Time Created']
/** Of a text or a number that a tag has. */
const MAX_PARTS = 64
const PIECE = 8192

/**
 * Reads a photo's metadata where its file's own structure holds them. Give only the parts of a file that may hold any: all is in
 * memory, and what is read of it grows with its length. `xmp`: its XMP packet, which must not be in the file: the library takes
 * minutes over a hostile one of 64 kB, and no worker has a parser of XML. Never throws.
 */
export function parseExif(file: Uint8Array, xmp?: Uint8Array): Exif {
  const packet = xmp ? latin1(xmp) : ''
  const { exif, iptc } = loadTags(file, { includeTags: { exif: EXIF_TAGS, iptc: IPTC_TAGS } })
  const orientation = [valueOf(exif, 'Orientation')].flat()[0]
  const isKnown = typeof orientation === 'number' && orientation >= 1 && orientation <= 8
  return { ...(isKnown && { orientation }), times: readTimes(exif, iptc, packet) }
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

function readTimes(exif: Tags, iptc: Tags, packet: string): TakenTime[] {
  const inExif = (name: string, offset: string): TakenTime | undefined =>
    readTime(textOf(exif, name), textOf(exif, offset))
  const inPacket = (name: string): TakenTime | undefined => readTime(propertyIn(packet, name))
  return [
    inExif('DateTimeOriginal', 'OffsetTimeOriginal'),
    inExif('DateTimeDigitized', 'OffsetTimeDigitized'),
    inPacket('exif:DateTimeOriginal'),
    inPacket('photoshop:DateCreated'),
    inPacket('xmp:CreateDate'),
    readIptc(iptc),
    inExif('DateTime', 'OffsetTime'),
    readGps(exif),
    inPacket('xmp:ModifyDate'),
  ].filter((time) => time !== undefined)
}

/** A simple property of an XMP packet, as an attribute or an element; '': it has none. */
function propertyIn(packet: string, name: string): string {
  const found = new RegExp(
    `[\\s<]${name}(?:\\s{0,9}=\\s{0,9}["']([^"'<]{0,64})|[^<>]{0,64}>([^<]{0,64}))`,
  ).exec(packet)
  return found?.[1] ?? found?.[2] ?? ''
}

/** What is looked for is ASCII. In pieces, as a call takes only so many arguments. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}

/** `20260620`, and `150405+0200` (IPTC-IIM 4.2, 2:55 and 2:60). */
function readIptc(iptc: Tags): TakenTime | undefined {
  const day = textOf(iptc, 'Date Created').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const time = textOf(iptc, 'Time Created').replace(/^(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')
  return readTime(`${day} ${time}`)
}

/** Its clock is that of the satellites. */
function readGps(exif: Tags): TakenTime | undefined {
  const parts = [valueOf(exif, 'GPSTimeStamp')].flat(2)
  const [hours, minutes, seconds] = [0, 2, 4].map((at) =>
    String(Math.floor(Number(parts[at]) / Number(parts[at + 1]))).padStart(2, '0'),
  )
  const time = readTime(`${textOf(exif, 'GPSDateStamp')} ${hours}:${minutes}:${seconds}`, 'Z')
  return time?.offset ? time : undefined
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
