import type { FileReader } from './file-reader.ts'

export const EXTENSION = 0x21
export const PICTURE = 0x2c
export const TRAILER = 0x3b
const WALKED_BYTES = 64 * 1024

/** Walks the blocks of a GIF (GIF89a §12 to §27) to its trailer. */
export async function checkGif(reader: FileReader): Promise<string | undefined> {
  const screen = await reader.take(13)
  if (!screen) return 'GIF header cut'
  reader.skip(colourTableBytes(screen[10]!))
  let hasPicture = false
  for (;;) {
    const kind = (await reader.take(1))?.[0]
    if (kind === undefined) return 'GIF without end'
    if (kind === TRAILER) return hasPicture ? undefined : 'GIF without picture'
    if (kind !== EXTENSION && kind !== PICTURE) return 'GIF block damaged'
    if (kind === EXTENSION) reader.skip(1)
    if (kind === PICTURE) {
      const picture = await reader.take(9)
      if (!picture) return 'GIF cut'
      // The size of the smallest code lies between the table of colours and the pixels.
      reader.skip(colourTableBytes(picture[8]!) + 1)
      hasPicture = true
    }
    if (!(await skipPieces(reader))) return 'GIF cut'
  }
}

export function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Data comes in pieces, each after its length; a piece of length 0 ends it. Pieces are short and many: they are walked in memory. */
export async function skipPieces(reader: FileReader): Promise<boolean> {
  while (reader.position() < reader.size) {
    const start = reader.position()
    const bytes = await reader.take(Math.min(WALKED_BYTES, reader.size - start))
    if (!bytes) return false
    let at = 0
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
    const isEnd = at < bytes.length
    reader.moveTo(start + at + (isEnd ? 1 : 0))
    if (isEnd) return true
  }
  return false
}
