import type { SeededRandom } from '../seeded-random.ts'

/** What a browser or a shell would run if it were served or called: no served file may contain it. */
export const PAYLOAD = '<script>alert("orma")</script><?php system($_GET[0]); ?>|touch orma`'

type Spoil = (photo: Buffer, random: SeededRandom, others: readonly Buffer[]) => Buffer

/** The ways to make a photo's file hostile, each with random choices. */
const SPOILS: Record<string, Spoil> = {
  'bytes changed': (photo, random) => changeBytes(photo, random, photo.length),
  'bytes of its head changed': (photo, random) => changeBytes(photo, random, 200),
  'a number made as large as can be': (photo, random) => {
    const spoilt = Buffer.from(photo)
    const at = random.between(0, Math.min(spoilt.length - 4, 400))
    spoilt.fill(random.isOneOf(0.5) ? 0xff : 0x7f, at, at + random.between(1, 4))
    return spoilt
  },
  'cut short': (photo, random) => photo.subarray(0, random.between(0, photo.length - 1)),
  'a part left out': (photo, random) => {
    const [from, to] = range(photo, random)
    return Buffer.concat([photo.subarray(0, from), photo.subarray(to)])
  },
  'a part repeated': (photo, random) => {
    const [from, to] = range(photo, random)
    const part = photo.subarray(from, to)
    return Buffer.concat([photo.subarray(0, to), part, part, photo.subarray(to)])
  },
  'a program put in': (photo, random) => {
    const at = random.between(0, photo.length)
    return Buffer.concat([photo.subarray(0, at), Buffer.from(PAYLOAD), photo.subarray(at)])
  },
  'a program written over it': (photo, random) => {
    const spoilt = Buffer.from(photo)
    spoilt.write(PAYLOAD, random.between(0, Math.max(0, photo.length - PAYLOAD.length)), 'latin1')
    return spoilt
  },
  'a program behind it': (photo) => Buffer.concat([photo, Buffer.from(PAYLOAD)]),
  'the head of one kind on the body of another': (photo, random, others) => {
    const other = others[random.between(0, others.length - 1)] ?? photo
    const head = random.between(4, 64)
    return Buffer.concat([other.subarray(0, head), photo.subarray(head)])
  },
  noise: (photo, random) =>
    Buffer.concat([
      photo.subarray(0, random.between(0, 24)),
      random.bytes(random.between(0, 3000)),
    ]),
}

/** A hostile file made of one of `photos`, and how it was made. */
export function spoilPhoto(
  photos: readonly Buffer[],
  random: SeededRandom,
): { bytes: Buffer; how: string } {
  const photo = photos[random.between(0, photos.length - 1)]!
  const ways = Object.entries(SPOILS)
  const [how, spoil] = ways[random.between(0, ways.length - 1)]!
  return { how, bytes: Buffer.from(spoil(photo, random, photos)) }
}

function changeBytes(photo: Buffer, random: SeededRandom, within: number): Buffer {
  const spoilt = Buffer.from(photo)
  const last = Math.min(within, spoilt.length) - 1
  for (let change = random.between(1, 40); change > 0; change -= 1) {
    spoilt[random.between(0, last)] = random.between(0, 255)
  }
  return spoilt
}

function range(photo: Buffer, random: SeededRandom): [from: number, to: number] {
  const from = random.between(0, photo.length - 1)
  return [from, random.between(from, Math.min(photo.length, from + 4000))]
}
