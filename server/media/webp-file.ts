import type { FileReader, Run } from './file-reader.ts'
import type { Structure } from './inspect-photo.ts'
import { isCommonProfile } from './icc-profile.ts'

const HEAD_BYTES = 12
/** The extended header's flags for EXIF and XMP data. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04]
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const MAX_PROFILE_BYTES = 8 * 1024

/** RIFF says how long it is: "RIFF", length of what follows, "WEBP". */
export async function inspectWebp(reader: FileReader): Promise<Structure> {
  const head = await reader.take(20)
  if (!head) return { pixels: 0, damage: 'WebP header cut' }
  // An odd last chunk has a padding byte that some programs leave out.
  const isCut = head.readUInt32LE(4) + 8 > reader.size + 1
  reader.moveTo(0)
  return { pixels: await countPixels(reader), damage: isCut ? 'WebP cut' : undefined }
}

/** RFC 9649: the size stands in the first chunk, in a way of its own for each of three. */
async function countPixels(reader: FileReader): Promise<number> {
  const head = await reader.take(30)
  if (!head) return 0
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X') return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1)
  if (kind !== 'VP8L') return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff)
  const bits = head.readUInt32LE(21)
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
}

/**
 * Keeps of a WebP (RFC 9649) the chunks that decide how it looks. One with an extended header gets the EXIF data; a simple one has no
 * place for any, and needs none.
 */
export async function stripWebp(
  reader: FileReader,
  exif: Buffer,
): Promise<(Run | Buffer)[] | undefined> {
  const head = await reader.take(HEAD_BYTES)
  if (!head) return undefined
  const fileEnd = Math.min(head.readUInt32LE(4) + 8, reader.size)
  const parts: (Run | Buffer)[] = []
  let isExtended = false
  while (reader.position() + 8 <= fileEnd) {
    const start = reader.position()
    const chunkHead = Buffer.from((await reader.take(8)) ?? [])
    if (chunkHead.length < 8) return undefined
    const name = chunkHead.toString('latin1', 0, 4)
    const length = chunkHead.readUInt32LE(4)
    const end = start + 8 + length
    if (end > reader.size) return undefined
    if (name === 'ICCP' && !(await hasSharedProfile(reader, length))) return undefined
    if (name === 'VP8X') {
      const flags = (reader.moveTo(start + 8), await reader.take(1))?.[0]
      if (flags === undefined || length < 10) return undefined
      isExtended = true
      parts.push(chunkHead, Buffer.from([(flags | HAS_EXIF) & ~HAS_XMP]), { start: start + 9, end })
    } else if (KEPT.has(name)) parts.push({ start, end })
    // Whatever stands in its padding, and where a program left it out, it is zero.
    if (KEPT.has(name) && length % 2 === 1) parts.push(Buffer.alloc(1))
    reader.moveTo(end + (length % 2))
  }
  if (isExtended) parts.push(exifChunk(exif))
  return parts.length > 0 ? [riffHead(parts), ...parts] : undefined
}

async function hasSharedProfile(reader: FileReader, length: number): Promise<boolean> {
  const icc = length <= MAX_PROFILE_BYTES ? await reader.take(length) : undefined
  return icc !== undefined && isCommonProfile(icc)
}

function exifChunk(exif: Buffer): Buffer {
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(exif.length, 4)
  return Buffer.concat([head, exif, Buffer.alloc(exif.length % 2)])
}

function riffHead(parts: readonly (Run | Buffer)[]): Buffer {
  const bytes = parts.reduce(
    (sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.end - part.start),
    0,
  )
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(bytes + 4, 4)
  return head
}
