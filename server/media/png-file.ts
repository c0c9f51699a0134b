import { crc32, inflateSync } from 'node:zlib'
import type { FileReader, Run } from './file-reader.ts'
import type { Structure } from './inspect-photo.ts'
import { isCommonProfile } from './icc-profile.ts'

const SIGNATURE_BYTES = 8
/** Where width and height of the first chunk end. */
const SIZE_END = 24
const PIECE_BYTES = 64 * 1024

/** Walks the chunks of a PNG to IEND and checks each one's checksum (RFC 2083 §3.2). */
export async function inspectPng(reader: FileReader): Promise<Structure> {
  const head = await reader.take(SIZE_END)
  const pixels = head ? head.readUInt32BE(16) * head.readUInt32BE(20) : 0
  reader.moveTo(SIGNATURE_BYTES)
  return { pixels, damage: await findDamage(reader) }
}

async function findDamage(reader: FileReader): Promise<string | undefined> {
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

/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12
const MAX_PROFILE_BYTES = 8 * 1024

/** What decides how the picture looks (PNG 3rd edition §11), moving ones included. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
)

/** Keeps of a PNG the chunks that decide how it looks, and puts the EXIF data behind the header. */
export async function stripPng(
  reader: FileReader,
  exif: Buffer,
): Promise<(Run | Buffer)[] | undefined> {
  const parts: (Run | Buffer)[] = [{ start: 0, end: SIGNATURE_BYTES }]
  reader.skip(SIGNATURE_BYTES)
  let hasProfile = false
  for (;;) {
    const start = reader.position()
    const head = await reader.take(8)
    if (!head) return undefined
    const end = start + head.readUInt32BE(0) + FRAME_BYTES
    const name = head.toString('latin1', 4)
    if (name === 'iCCP') {
      const profile = await readSharedProfile(reader, end - start - FRAME_BYTES)
      if (!profile || hasProfile) return undefined
      hasProfile = true
      // The name that the chunk gives it may say whose it is.
      parts.push(chunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), profile])))
    }
    if (KEPT.has(name)) parts.push({ start, end })
    if (name === 'IHDR') parts.push(chunk('eXIf', exif))
    if (name === 'IEND') return parts
    reader.moveTo(end)
  }
}

/** The profile of a chunk as it is compressed, behind a name, a zero and the method; undefined where it is not one that is shared. */
async function readSharedProfile(reader: FileReader, bytes: number): Promise<Buffer | undefined> {
  const content = bytes <= MAX_PROFILE_BYTES ? await reader.take(bytes) : undefined
  const nameEnd = content?.indexOf(0) ?? -1
  if (!content || nameEnd < 0) return undefined
  // What is taken next may overwrite it.
  const profile = Buffer.from(content.subarray(nameEnd + 2))
  try {
    const icc = inflateSync(profile, { maxOutputLength: MAX_PROFILE_BYTES })
    return isCommonProfile(icc) ? profile : undefined
  } catch {
    // Damaged, or larger than any that is shared.
    return undefined
  }
}

function chunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(name, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}
