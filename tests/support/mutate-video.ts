import type { SeededRandom } from './seeded-random.ts'

/** Where numbers stand that say how long something is, or how many there are. */
const BOXES =
  'moov mvhd trak tkhd mdia mdhd minf stbl stsd stts stsz stsc stco elst dref mdat'.split(' ')

/** The bytes of a video with some of them changed, cut off, put twice or said to be more than they are. */
export function mutate(video: Buffer, random: SeededRandom): Buffer {
  const bytes = Buffer.from(video)
  const place = () => random.between(0, bytes.length - 5)
  const kind = random.between(0, 4)
  if (kind === 0) return bytes.subarray(0, place())
  if (kind === 1) {
    const [from, to] = [place(), place()].toSorted((a, b) => a - b)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  }
  if (kind === 2) {
    const box = bytes.indexOf(BOXES[random.between(0, BOXES.length - 1)] ?? '')
    const at = box < 4 ? place() : box - 4 + 4 * random.between(0, 8)
    random.bytes(4).copy(bytes, Math.min(at, bytes.length - 4))
    return bytes
  }
  // Of few frames a good deal is description.
  const start = kind === 3 ? 0 : Math.max(0, bytes.length - 4096)
  const end = kind === 3 ? Math.min(4096, bytes.length) : bytes.length
  for (let n = random.between(1, 20); n > 0; n -= 1) {
    bytes[random.between(start, end - 1)] = random.between(0, 255)
  }
  return bytes
}
