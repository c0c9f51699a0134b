import type { FileReader } from './file-reader.ts'
import type { Structure } from './inspect-photo.ts'
import { SNIFF_BYTES } from '../../contract/photo-type.ts'

/**
 * Walks the outermost boxes of a HEIC or AVIF file (ISO/IEC 14496-12 §4.2): each must lie wholly in
 * the file, and the description (meta) and the data (mdat) must be there. What follows both is not looked at.
 */
export async function inspectHeif(reader: FileReader): Promise<Structure> {
  const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
  const pixels = head ? countPixels(head) : 0
  reader.moveTo(0)
  return { pixels, damage: await findDamage(reader) }
}

async function findDamage(reader: FileReader): Promise<string | undefined> {
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

/** ISO/IEC 23008-12 §6.5.3: tiles and the whole have their sizes, of which the largest counts. */
function countPixels(head: Buffer): number {
  let pixels = 0
  for (
    let at = head.indexOf('ispe');
    at >= 0 && at + 16 <= head.length;
    at = head.indexOf('ispe', at + 1)
  )
    pixels = Math.max(pixels, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12))
  return pixels
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
