import { parseExif } from '../../contract/exif.ts'
import type { Exif } from '../../contract/exif.ts'
import { withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

/** The longest EXIF block read: what fits a JPEG segment. */
const MAX_BLOCK_BYTES = 65_535

/** Byte order, the number 42, and the first folder right behind: no camera puts it elsewhere. */
const TIFF_STARTS = ['MM\0*\0\0\0\x08', 'II*\0\x08\0\0\0'].map((start) =>
  Buffer.from(start, 'latin1'),
)

type FindBlock = (reader: FileReader) => Promise<Buffer | undefined>

const FINDERS: Partial<Record<PhotoType, FindBlock>> = {
  jpeg: findInJpeg,
  png: findInPng,
  webp: findInWebp,
  heic: findInBoxes,
  avif: findInBoxes,
}

/** The EXIF data of a photo; empty for a file that has none or is no photo. Rejects only where the file cannot be read. */
export async function readExif(file: string | Uint8Array): Promise<Exif> {
  return await withFileReader(file, async (reader) => {
    const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
    const type = head && sniffPhoto(head)
    reader.moveTo(0)
    const block = type && (await FINDERS[type]?.(reader))
    return block ? parseExif(block) : {}
  })
}

/** The first APP1 segment named Exif, which stands before the picture's data. */
async function findInJpeg(reader: FileReader): Promise<Buffer | undefined> {
  reader.skip(2)
  for (;;) {
    const head = Buffer.from((await reader.take(4)) ?? [])
    const isSegment = head[0] === 0xff && head[1] !== 0xda
    if (!isSegment || head.length < 4) return undefined
    const length = head.readUInt16BE(2) - 2
    if (length < 0) return undefined
    if (head[1] !== 0xe1) {
      reader.skip(length)
      continue
    }
    const block = await reader.take(length)
    if (!block || isNamedExif(block)) return block
  }
}

async function findInPng(reader: FileReader): Promise<Buffer | undefined> {
  reader.skip(8)
  for (;;) {
    const head = await reader.take(8)
    if (!head) return undefined
    const length = head.readUInt32BE(0)
    if (head.toString('latin1', 4) === 'eXIf') return await takeBlock(reader, length)
    reader.skip(length + 4)
  }
}

async function findInWebp(reader: FileReader): Promise<Buffer | undefined> {
  reader.skip(12)
  for (;;) {
    const head = await reader.take(8)
    if (!head) return undefined
    const length = head.readUInt32LE(4)
    if (head.toString('latin1', 0, 4) === 'EXIF') return await takeBlock(reader, length)
    reader.skip(length + (length % 2))
  }
}

/** Looks for the block's own first bytes, in place of following the boxes' tables to it. */
async function findInBoxes(reader: FileReader): Promise<Buffer | undefined> {
  for (const start of TIFF_STARTS) {
    reader.moveTo(0)
    if (await reader.seek(start))
      return await reader.take(Math.min(reader.size - reader.position(), MAX_BLOCK_BYTES))
  }
  return undefined
}

async function takeBlock(reader: FileReader, length: number): Promise<Buffer | undefined> {
  return length <= MAX_BLOCK_BYTES ? await reader.take(length) : undefined
}

function isNamedExif(block: Buffer): boolean {
  return block.toString('latin1', 0, 6) === 'Exif\0\0'
}
