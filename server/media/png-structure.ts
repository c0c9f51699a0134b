import { crc32 } from 'node:zlib'
import type { FileReader } from './file-reader.ts'

const SIGNATURE_BYTES = 8
const PIECE_BYTES = 64 * 1024

/** Walks the chunks of a PNG to IEND and checks each one's checksum (RFC 2083 §3.2). */
export async function checkPng(reader: FileReader): Promise<string | undefined> {
  reader.skip(SIGNATURE_BYTES)
  let hasPixels = false
  for (let index = 0; ; index += 1) {
    const head = await reader.take(8)
    if (!head) return 'PNG without end'
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4)
    if (index === 0 && name !== 'IHDR') return 'PNG header damaged'
    const sum = await checksum(reader, crc32(head.subarray(4)), length)
    const stored = await reader.take(4)
    if (sum === undefined || !stored) return 'PNG cut'
    if (stored.readUInt32BE() !== sum) return `PNG checksum of ${name} wrong`
    if (name === 'IEND') return hasPixels ? undefined : 'PNG without picture'
    hasPixels ||= name === 'IDAT'
  }
}

async function checksum(
  reader: FileReader,
  start: number,
  length: number,
): Promise<number | undefined> {
  let sum = start
  for (let left = length; left > 0; left -= PIECE_BYTES) {
    const piece = await reader.take(Math.min(left, PIECE_BYTES))
    if (!piece) return undefined
    sum = crc32(piece, sum)
  }
  return sum
}
