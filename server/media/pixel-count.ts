import type { FileReader } from './file-reader.ts'
import { isFrame, isMarker, SOS } from './jpeg-structure.ts'
import { maxPixels } from './photo-limits.ts'
import { SNIFF_BYTES } from '../../contract/photo-type.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

/** Width times height, as the file itself says. */
interface Count {
  pixels: number
  isProgressive?: boolean
}

type CountPixels = (reader: FileReader) => Promise<Count | undefined>

const COUNTS: Record<PhotoType, CountPixels> = {
  jpeg: countJpeg,
  png: countPng,
  webp: countWebp,
  gif: countGif,
  avif: countBoxes,
  heic: countBoxes,
}

const PROGRESSIVE = 0xc2
/** Signature, length and name of the first chunk, width and height. */
const PNG_HEAD = 24
const WEBP_HEAD = 30
const GIF_HEAD = 10

/** Whether a file says that it has more pixels than are decoded of its kind. Which it has indeed is seen when it is decoded. */
export async function hasTooManyPixels(reader: FileReader, type: PhotoType): Promise<boolean> {
  reader.moveTo(0)
  const { pixels, isProgressive = false } = (await COUNTS[type](reader)) ?? { pixels: 0 }
  return pixels > maxPixels(type, isProgressive)
}

/** ITU-T T.81 §B.2.2: a frame has its precision, height and width. */
async function countJpeg(reader: FileReader): Promise<Count | undefined> {
  reader.skip(2)
  for (;;) {
    const marker = await reader.seekPair(0xff, isMarker)
    if (marker === undefined || marker === SOS) return undefined
    const length = (await reader.take(2))?.readUInt16BE()
    if (length === undefined) return undefined
    if (isFrame(marker)) {
      const frame = await reader.take(5)
      const pixels = frame && frame.readUInt16BE(1) * frame.readUInt16BE(3)
      return pixels === undefined ? undefined : { pixels, isProgressive: marker === PROGRESSIVE }
    }
    if (length < 2 || !reader.skip(length - 2)) return undefined
  }
}

async function countPng(reader: FileReader): Promise<Count | undefined> {
  const head = await reader.take(PNG_HEAD)
  return head && { pixels: head.readUInt32BE(16) * head.readUInt32BE(20) }
}

/** RFC 9649: the size stands in the first chunk, in a way of its own for each of three. */
async function countWebp(reader: FileReader): Promise<Count | undefined> {
  const head = await reader.take(WEBP_HEAD)
  if (!head) return undefined
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return { pixels: (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1) }
  if (kind !== 'VP8L')
    return { pixels: (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff) }
  const bits = head.readUInt32LE(21)
  return { pixels: ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1) }
}

async function countGif(reader: FileReader): Promise<Count | undefined> {
  const head = await reader.take(GIF_HEAD)
  return head && { pixels: head.readUInt16LE(6) * head.readUInt16LE(8) }
}

/** ISO/IEC 23008-12 §6.5.3: tiles and the whole have their sizes, of which the largest counts. */
async function countBoxes(reader: FileReader): Promise<Count | undefined> {
  const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
  if (!head) return undefined
  let pixels = 0
  for (
    let at = head.indexOf('ispe');
    at >= 0 && at + 16 <= head.length;
    at = head.indexOf('ispe', at + 1)
  )
    pixels = Math.max(pixels, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12))
  return { pixels }
}
