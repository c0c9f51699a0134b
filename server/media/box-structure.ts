import type { FileReader } from './file-reader.ts'

/**
 * Walks the outermost boxes of a HEIC or AVIF file (ISO/IEC 14496-12 §4.2): each must lie wholly in
 * the file, and the description (meta) and the data (mdat) must be there. What follows both is not looked at.
 */
export async function checkBoxes(reader: FileReader): Promise<string | undefined> {
  const missing = new Set(['meta', 'mdat'])
  while (missing.size > 0) {
    const start = reader.position()
    const head = await reader.take(8)
    if (!head) return `No ${[...missing].join(' or ')} box`
    const name = head.toString('latin1', 4)
    const length = await boxLength(reader, head.readUInt32BE(0), start)
    const read = reader.position() - start
    if (length === undefined || length < read) return `Length of ${name} box damaged`
    if (!reader.skip(length - read)) return `${name} box cut`
    missing.delete(name)
  }
  return undefined
}

/** Length 1 means that a longer number follows, length 0 that the box goes on to the file's end. */
async function boxLength(
  reader: FileReader,
  length: number,
  start: number,
): Promise<number | undefined> {
  if (length === 0) return reader.size - start
  if (length !== 1) return length
  const longer = await reader.take(8)
  return longer && Number(longer.readBigUInt64BE())
}
