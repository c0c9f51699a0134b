import { crc32 } from 'node:zlib'

const AFTER_HEADER = 8 + 25

export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

interface PngHeader {
  width: number
  height: number
  /** Of each value. @defaultValue 8 */
  bits?: number
  /** 0: grey, 2: RGB. @defaultValue 2 */
  colours?: number
}

/** A PNG that says this of itself. `packed`: its lines, compressed; `chunks` come before them. */
export function makePng(
  { width, height, bits = 8, colours = 2 }: PngHeader,
  packed: Buffer,
  chunks: readonly Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colours], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.of()),
  ])
}

/** A PNG with one more chunk between its header and its pixels. */
export function withPngChunk(png: Buffer, name: string, content: Buffer): Buffer {
  return Buffer.concat([
    png.subarray(0, AFTER_HEADER),
    pngChunk(name, content),
    png.subarray(AFTER_HEADER),
  ])
}
