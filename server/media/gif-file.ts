import type { FileReader, Run } from './file-reader.ts'
import type { Structure } from './inspect-photo.ts'

const EXTENSION = 0x21
const PICTURE = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
/** The one that says how often the pictures are repeated. */
const LOOP = 'NETSCAPE2.0'
const WALKED_BYTES = 64 * 1024

export async function inspectGif(reader: FileReader): Promise<Structure> {
  const { pixels, damage } = await walk(reader)
  return { pixels, damage }
}

/** Keeps of a GIF its pictures, how long each is shown, and how often. There is no place for EXIF data. */
export async function stripGif(reader: FileReader): Promise<Run[] | undefined> {
  const { damage, kept } = await walk(reader)
  return damage === undefined ? kept : undefined
}

/** Walks the blocks of a GIF (GIF89a §12 to §27) to its trailer. */
async function walk(reader: FileReader): Promise<Structure & { kept: Run[] }> {
  const kept: Run[] = []
  const screen = await reader.take(13)
  if (!screen) return { pixels: 0, damage: 'GIF header cut', kept }
  const pixels = screen.readUInt16LE(6) * screen.readUInt16LE(8)
  reader.skip(colourTableBytes(screen[10]!))
  kept.push({ start: 0, end: reader.position() })
  let hasPicture = false
  for (;;) {
    const start = reader.position()
    const kind = (await reader.take(1))?.[0]
    if (kind === undefined) return { pixels, damage: 'GIF without end', kept }
    if (kind === TRAILER) {
      kept.push({ start, end: start + 1 })
      return { pixels, damage: hasPicture ? undefined : 'GIF without picture', kept }
    }
    if (kind !== EXTENSION && kind !== PICTURE) return { pixels, damage: 'GIF block damaged', kept }
    hasPicture ||= kind === PICTURE
    const isKept = kind === PICTURE ? await passPicture(reader) : await passLabel(reader)
    if (isKept === undefined || !(await skipPieces(reader))) {
      return { pixels, damage: 'GIF cut', kept }
    }
    if (isKept) kept.push({ start, end: reader.position() })
  }
}

async function passPicture(reader: FileReader): Promise<true | undefined> {
  const picture = await reader.take(9)
  if (!picture) return undefined
  // The size of the smallest code lies between the table of colours and the pixels.
  reader.skip(colourTableBytes(picture[8]!) + 1)
  return true
}

/** Moves to an extension's pieces; whether it is kept. */
async function passLabel(reader: FileReader): Promise<boolean | undefined> {
  const label = (await reader.take(1))?.[0]
  if (label !== APPLICATION) return label === undefined ? undefined : label === GRAPHIC_CONTROL
  const pieces = reader.position()
  const name = (await reader.take(12))?.toString('latin1', 1)
  // Its length, 16 bits of a number, and the end: more than that is somebody's own.
  const loop = await reader.take(5)
  reader.moveTo(pieces)
  return name === LOOP && loop?.[0] === 3 && loop[4] === 0
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Data comes in pieces, each after its length; a piece of length 0 ends it. Pieces are short and many: they are walked in memory. */
async function skipPieces(reader: FileReader): Promise<boolean> {
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
