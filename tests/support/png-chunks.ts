import { crc32 } from 'node:zlib'

const AFTER_HEADER = 8 + 25

export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG with one more chunk between its header and its pixels. */
export function withPngChunk(png: Buffer, name: string, content: Buffer): Buffer {
  return Buffer.concat([
    png.subarray(0, AFTER_HEADER),
    pngChunk(name, content),
    png.subarray(AFTER_HEADER),
  ])
}
