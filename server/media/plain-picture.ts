import { crc32, deflateSync } from 'node:zlib'
import type { Size } from '../../film/film-context.ts'

/** Of the longer side: one colour needs no more. */
const PX = 64
/** Of 0 to 255: a calm dark grey. */
const SHADE = 40
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const [EIGHT_BITS, GREY] = [8, 0]

/** A PNG (ISO/IEC 15948) of one dark colour, in the shape of what it stands for. */
export function plainPicture(shape: Size): Buffer {
  const scale = PX / Math.max(shape.width, shape.height)
  const [width, height] = [shape.width, shape.height].map((px) =>
    Math.max(1, Math.round(px * scale)),
  ) as [number, number]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([EIGHT_BITS, GREY], 8)
  // Each line begins with its filter: none.
  const line = Buffer.alloc(1 + width, SHADE).fill(0, 0, 1)
  const lines = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
