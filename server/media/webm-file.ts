import type { FileReader } from './file-reader.ts'
import { FaultyVideo, momentOf, requireLength, requireSize } from './video-structure.ts'
import type { LongestVideo, VideoStructure } from './video-structure.ts'

// Elements of WebM, by their ids (RFC 9559).
const [EBML, SEGMENT, CLUSTER] = [0x1a45dfa3, 0x18538067, 0x1f43b675]
const [INFO, TIMESTAMP_SCALE, DURATION, DATE_UTC] = [0x1549a966, 0x2ad7b1, 0x4489, 0x4461]
const [TRACKS, TRACK, TRACK_TYPE, VIDEO] = [0x1654ae6b, 0xae, 0x83, 0xe0]
const [PIXEL_WIDTH, PIXEL_HEIGHT, CONTENT_ENCODINGS] = [0xb0, 0xba, 0x6d80]
/** Whose elements are read, too. */
const OPENED: readonly number[] = [SEGMENT, INFO, TRACKS, TRACK, VIDEO]

const VIDEO_TRACK = 1
/** Nanoseconds of a unit of time, unless stated. */
const MILLISECOND_NS = 1_000_000
/** From which WebM counts. */
const EPOCH_MS = Date.UTC(2001, 0, 1)
/** A head that is larger describes something else. */
const HEAD_BYTES_MAX = 4096

interface Element {
  id: number
  /** Of what it holds. */
  start: number
  /** Undefined: its writer did not know yet, as a recorder does not. */
  length: number | undefined
}

/** What is read on the way, each by its name. */
interface Found {
  scale: number
  duration: number
  date: number | undefined
  width: number
  height: number
  hasVideo: boolean
}

/**
 * Walks over the elements of a WebM. Throws a `FaultyVideo` where they are cut, or where by what it says it is too long, too large or has
 * no pictures. A recorder's file states no length: that shows when it is read.
 */
export async function inspectWebm(
  reader: FileReader,
  longest: LongestVideo,
): Promise<VideoStructure> {
  const head = await readElement(reader)
  if (head?.id !== EBML || !((head.length ?? Infinity) <= HEAD_BYTES_MAX)) {
    throw new FaultyVideo('damaged_video', 'no EBML head')
  }
  reader.skip(head.length ?? 0)
  const found = await readAll(reader)
  if (!found.hasVideo) throw new FaultyVideo('unsupported_video', 'no video track')
  requireSize(found.width, found.height)
  requireLength((found.duration * found.scale) / 1e9, longest)
  const times = found.date === undefined ? [] : momentOf(EPOCH_MS + found.date / 1e6)
  return { times, isPlain: false }
}

async function readAll(reader: FileReader): Promise<Found> {
  const found: Found = {
    scale: MILLISECOND_NS,
    duration: 0,
    date: undefined,
    width: 0,
    height: 0,
    hasVideo: false,
  }
  while (reader.position() < reader.size) {
    const element = await readElement(reader)
    if (!element) throw new FaultyVideo('damaged_video', 'elements cut')
    const { id, start, length } = element
    if (length === undefined) {
      // What follows is frames, whose lengths nobody needs to know before they are read.
      if (id === CLUSTER) return found
      if (id !== SEGMENT) throw new FaultyVideo('damaged_video', 'an endless element')
    } else if (start + length > reader.size) {
      throw new FaultyVideo('damaged_video', 'an element cut')
    }
    if (id === CONTENT_ENCODINGS) {
      throw new FaultyVideo('unsupported_video', 'compressed or encrypted')
    }
    if (OPENED.includes(id)) continue
    await readValue(reader, element, found)
    reader.moveTo(start + (length ?? 0))
  }
  return found
}

async function readValue(reader: FileReader, element: Element, found: Found): Promise<void> {
  const { id, length = 0 } = element
  if (length < 1 || length > 8) return
  const bytes = await reader.take(length)
  if (!bytes) return
  const number = () => Number(BigInt(`0x${bytes.toString('hex')}`))
  if (id === TIMESTAMP_SCALE) found.scale = number()
  else if (id === DURATION) found.duration = readFloat(bytes)
  else if (id === DATE_UTC && length === 8) found.date = Number(bytes.readBigInt64BE())
  else if (id === TRACK_TYPE) found.hasVideo ||= number() === VIDEO_TRACK
  else if (id === PIXEL_WIDTH) found.width = Math.max(found.width, number())
  else if (id === PIXEL_HEIGHT) found.height = Math.max(found.height, number())
}

function readFloat(bytes: Buffer): number {
  const value =
    bytes.length === 4 ? bytes.readFloatBE() : bytes.length === 8 ? bytes.readDoubleBE() : 0
  return Number.isFinite(value) ? value : Infinity
}

async function readElement(reader: FileReader): Promise<Element | undefined> {
  const id = await readNumber(reader, 4, true)
  const length = id === undefined ? undefined : await readNumber(reader, 8, false)
  if (id === undefined || length === undefined) return undefined
  const isUnknown = Number.isNaN(length)
  return { id, start: reader.position(), length: isUnknown ? undefined : length }
}

/** A number that says by its first bits of how many bytes it is (RFC 8794 §4); NaN: all ones, which stands for "unknown". */
async function readNumber(
  reader: FileReader,
  bytesMax: number,
  keepsMarker: boolean,
): Promise<number | undefined> {
  const start = reader.position()
  const first = (await reader.take(1))?.[0] ?? 0
  const count = Math.clz32(first) - 23
  if (first === 0 || count > bytesMax) return undefined
  reader.moveTo(start)
  const bytes = await reader.take(count)
  if (!bytes) return undefined
  const all = BigInt(`0x${bytes.toString('hex')}`)
  if (keepsMarker) return Number(all)
  const mask = (1n << BigInt(7 * count)) - 1n
  return (all & mask) === mask ? Number.NaN : Number(all & mask)
}
