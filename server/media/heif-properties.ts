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
 * What is said of the main picture of a HEIC or AVIF, in the order in which it applies (ISO/IEC 23008-12 §9.3). Throws where boxes are
 * missing or end too soon.
 */
export function listProperties(bytes: Buffer): Box[] {
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
