import { loadTags } from '../../contract/exif.ts'
import type { FileReader } from './file-reader.ts'

// The EXIF data of a file that is no JPEG: a TIFF file, with or without `Exif\0\0` before it.

const MAX_BLOCK_BYTES = 65_535
/** What describes the pictures of a HEIC or AVIF: some kilobytes, more in one of many tiles. */
const MAX_META_BYTES = 128 * 1024
/** Before it. Cameras write two or three. */
const MAX_BOXES = 100
/** Length, name, and the length of a box of more than 4 GB (ISO/IEC 14496-12 §4.2). */
const LARGE_HEAD_BYTES = 16

/** Walks over the chunks of a PNG. */
export async function findInPng(reader: FileReader): Promise<Uint8Array | undefined> {
  reader.skip(8)
  for (;;) {
    const head = Buffer.from((await reader.take(8)) ?? [])
    if (head.length < 8) return undefined
    const length = head.readUInt32BE(0)
    if (head.toString('latin1', 4) === 'eXIf') return takeBlock(reader, length)
    reader.skip(length + 4)
  }
}

/** Walks over the chunks of a WebP: EXIF data stand behind the pixels. */
export async function findInWebp(reader: FileReader): Promise<Uint8Array | undefined> {
  reader.skip(12)
  for (;;) {
    const head = Buffer.from((await reader.take(8)) ?? [])
    if (head.length < 8) return undefined
    const length = head.readUInt32LE(4)
    if (head.toString('latin1', 0, 4) === 'EXIF') return takeBlock(reader, length)
    reader.skip(length + (length % 2))
  }
}

/** Reads what describes a HEIC or AVIF (its `meta` box), has the library tell where its EXIF data lie, and takes them from there. */
export async function findInBoxes(reader: FileReader): Promise<Uint8Array | undefined> {
  const head = await takeDescription(reader)
  if (!head) return undefined
  // Some begin with a brand that the library does not know; the box behind it is the same in all.
  head.write('heic', 8, 'latin1')
  const { metadataRange } = loadTags(head, { includeOffsets: true, includeTags: { exif: [] } })
  const taken: Buffer[] = []
  let bytes = 0
  for (const { type, start, end } of metadataRange?.blocks ?? []) {
    if (type !== 'exif') continue
    bytes += end - start
    if (!(bytes <= MAX_BLOCK_BYTES)) break
    reader.moveTo(start)
    const block = await takeBlock(reader, end - start)
    if (block) taken.push(block)
  }
  const exif = Buffer.concat(taken)
  // Behind the number of bytes that stand before it.
  const tiffAt = exif.length > 4 ? 4 + exif.readUInt32BE(0) : 0
  return exif.subarray(tiffAt)
}

/** The boxes `ftyp` and `meta`, wherever the second stands: the places that it names are those of the file. */
async function takeDescription(reader: FileReader): Promise<Buffer | undefined> {
  let start = 0
  let first: Buffer | undefined
  for (let boxes = 0; boxes < MAX_BOXES; boxes += 1) {
    reader.moveTo(start)
    const head = Buffer.from((await reader.take(LARGE_HEAD_BYTES)) ?? [])
    if (head.length < LARGE_HEAD_BYTES) return undefined
    const isLarge = head.readUInt32BE(0) === 1
    const length = isLarge ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
    const isMeta = head.toString('latin1', 4, 8) === 'meta'
    if (length < 8 || ((isMeta || !first) && length > MAX_META_BYTES)) return undefined
    if (isMeta || !first) {
      reader.moveTo(start)
      const box = Buffer.from((await reader.take(length)) ?? [])
      if (isMeta) return first && Buffer.concat([first, box])
      first = box
    }
    start += length
  }
  return undefined
}

/** A copy, as the reader's memory is used again. */
async function takeBlock(reader: FileReader, length: number): Promise<Buffer | undefined> {
  const block = length <= MAX_BLOCK_BYTES ? await reader.take(length) : undefined
  return block && Buffer.from(block)
}
