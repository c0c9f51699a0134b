import { crc32, inflateSync } from 'node:zlib'
import type { FileReader } from './file-reader.ts'
import { isShared } from './icc-profile.ts'
import type { Run } from './photo-cut.ts'

const SIGNATURE_BYTES = 8
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
export async function cutPng(
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
    return isShared(icc) ? profile : undefined
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
