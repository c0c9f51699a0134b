/** Pixels of a part of a picture, from its upper left corner. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

/** Honest files have some dozens, and one list. */
const MAX_BOXES = 10_000
const MAX_LISTS = 4

interface Box {
  name: string
  /** Of what it holds. */
  start: number
  end: number
}

/**
 * Has a HEIC's main picture be decoded as a whole, and gives the part of it that is to be shown, upright; undefined where that is all.
 * Changes the bytes: libheif 1.23.2 takes the size after a crop for the most that may be decoded, and refuses such a picture
 * (https://github.com/strukturag/libheif/issues/1856).
 */
export function takeCrop(bytes: Buffer): Part | undefined {
  try {
    return takeCropFrom(bytes)
  } catch {
    // Boxes that end too soon: it is libheif's to say so.
    return undefined
  }
}

function takeCropFrom(bytes: Buffer): Part | undefined {
  const properties = listProperties(bytes)
  const sizeAt = properties.find(({ name }) => name === 'ispe')?.start
  if (sizeAt === undefined || !properties.some(({ name }) => name === 'clap')) return undefined
  let whole = { width: bytes.readUInt32BE(sizeAt + 4), height: bytes.readUInt32BE(sizeAt + 8) }
  let part: Part = { left: 0, top: 0, ...whole }
  for (const { name, start } of properties) {
    if (name === 'clap') {
      part = readPart(bytes, start, whole)
      writeWhole(bytes, start, whole)
    }
    if (name === 'imir') part = mirrored(part, whole, bytes.readUInt8(start) & 1)
    if (name !== 'irot') continue
    for (let turns = bytes.readUInt8(start) & 3; turns > 0; turns -= 1) {
      const { left, top, width, height } = part
      part = { left: top, top: whole.width - left - width, width: height, height: width }
      whole = { width: whole.height, height: whole.width }
    }
  }
  return part
}

/** ISO/IEC 14496-12 §12.1.4: width, height, and the middle's distance from the picture's middle, as fractions. */
function readPart(bytes: Buffer, at: number, whole: Pick<Part, 'width' | 'height'>): Part {
  const [width, height] = [0, 8].map((from) =>
    Math.round(bytes.readUInt32BE(at + from) / bytes.readUInt32BE(at + from + 4)),
  ) as [number, number]
  const [x, y] = [16, 24].map(
    (from) => bytes.readInt32BE(at + from) / bytes.readUInt32BE(at + from + 4),
  ) as [number, number]
  const left = Math.max(0, Math.round(x + (whole.width - width) / 2))
  const top = Math.max(0, Math.round(y + (whole.height - height) / 2))
  return {
    left,
    top,
    width: Math.min(width, whole.width - left),
    height: Math.min(height, whole.height - top),
  }
}

function writeWhole(bytes: Buffer, at: number, { width, height }: Pick<Part, 'width' | 'height'>) {
  for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
    bytes.writeUInt32BE(value, at + 4 * index)
}

/** ISO/IEC 23008-12 §6.5.12: 0 exchanges top and bottom, 1 left and right. */
function mirrored(part: Part, whole: Pick<Part, 'width' | 'height'>, axis: number): Part {
  return axis === 1
    ? { ...part, left: whole.width - part.left - part.width }
    : { ...part, top: whole.height - part.top - part.height }
}

/** What is said of the main picture, in the order in which it applies (ISO/IEC 23008-12 §9.3). */
function listProperties(bytes: Buffer): Box[] {
  const meta = pick(boxesIn(bytes, 0, bytes.length), 'meta')
  const inMeta = boxesIn(bytes, meta.start + 4, meta.end)
  const inProperties = boxesIn(bytes, ...span(pick(inMeta, 'iprp')))
  const known = boxesIn(bytes, ...span(pick(inProperties, 'ipco')))
  const main = readMain(bytes, pick(inMeta, 'pitm').start)
  const lists = inProperties.filter(({ name }) => name === 'ipma').slice(0, MAX_LISTS)
  const places = lists.flatMap(({ start }) => readPlaces(bytes, start, main))
  return places.flatMap((place) => known[place - 1] ?? [])
}

function readMain(bytes: Buffer, at: number): number {
  return bytes.readUInt8(at) === 0 ? bytes.readUInt16BE(at + 4) : bytes.readUInt32BE(at + 4)
}

/** Where properties of one item stand among all, counting from 1. */
function readPlaces(bytes: Buffer, start: number, item: number): number[] {
  const [idBytes, placeBytes] = [
    bytes.readUInt8(start) === 0 ? 2 : 4,
    (bytes.readUInt8(start + 3) & 1) + 1,
  ]
  let at = start + 8
  for (let items = bytes.readUInt32BE(start + 4); items > 0; items -= 1) {
    const id = bytes.readUIntBE(at, idBytes)
    const count = bytes.readUInt8(at + idBytes)
    at += idBytes + 1
    // The highest bit says whether a reader has to know the property.
    const places = Array.from(
      { length: count },
      (_, index) =>
        bytes.readUIntBE(at + index * placeBytes, placeBytes) & (2 ** (8 * placeBytes - 1) - 1),
    )
    if (id === item) return places
    at += count * placeBytes
  }
  return []
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end && boxes.length < MAX_BOXES;) {
    const length = bytes.readUInt32BE(at) || end - at
    if (length < 8) break
    const name = bytes.toString('latin1', at + 4, at + 8)
    boxes.push({ name, start: at + 8, end: Math.min(at + length, end) })
    at += length
  }
  return boxes
}

function pick(boxes: readonly Box[], name: string): Box {
  const box = boxes.find((candidate) => candidate.name === name)
  if (!box) throw new Error(`No ${name} box`)
  return box
}

function span({ start, end }: Box): [number, number] {
  return [start, end]
}
