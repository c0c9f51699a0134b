import type { FileReader } from './file-reader.ts'
import { colourTableBytes, EXTENSION, PICTURE, skipPieces, TRAILER } from './gif-structure.ts'
import type { Run } from './photo-cut.ts'

const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
/** The one that says how often the pictures are repeated. */
const LOOP = 'NETSCAPE2.0'

/** Keeps of a GIF (GIF89a) its pictures, how long each is shown, and how often. There is no place for EXIF data. */
export async function cutGif(reader: FileReader): Promise<(Run | Buffer)[] | undefined> {
  const screen = await reader.take(13)
  if (!screen) return undefined
  reader.skip(colourTableBytes(screen[10]!))
  const parts: Run[] = [{ start: 0, end: reader.position() }]
  for (;;) {
    const start = reader.position()
    const kind = (await reader.take(1))?.[0]
    if (kind === TRAILER) return [...parts, { start, end: start + 1 }]
    if (kind !== EXTENSION && kind !== PICTURE) return undefined
    const isKept = kind === PICTURE ? await passPicture(reader) : await passLabel(reader)
    if (isKept === undefined || !(await skipPieces(reader))) return undefined
    if (isKept) parts.push({ start, end: reader.position() })
  }
}

/** Moves to a picture's pieces. */
async function passPicture(reader: FileReader): Promise<true | undefined> {
  const picture = await reader.take(9)
  if (!picture) return undefined
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
