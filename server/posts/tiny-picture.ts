import { thumbHashToRGBA } from 'thumbhash'

/** Enough for all that a thumbhash tells; the browser blurs it up. */
const SIDE_PX = 10
const HEADER_BYTES = 54
/** Pictures of the posts that first pages show again and again. */
const REMEMBERED_MAX = 2000

const remembered = new Map<string, string | undefined>()

/** A thumbhash (base64) as a `data:` address of about 500 characters; undefined where it is none. */
export function tinyPicture(thumbhash: string | null): string | undefined {
  if (thumbhash === null) return undefined
  if (!remembered.has(thumbhash)) {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(thumbhash, draw(thumbhash))
  }
  return remembered.get(thumbhash)
}

function draw(thumbhash: string): string | undefined {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
    const scale = SIDE_PX / Math.max(w, h)
    const width = Math.max(1, Math.round(w * scale))
    const height = Math.max(1, Math.round(h * scale))
    const bitmap = writeBitmap(width, height, (x, y) => {
      const at =
        (Math.floor(((y + 0.5) * h) / height) * w + Math.floor(((x + 0.5) * w) / width)) * 4
      return rgba.subarray(at, at + 3)
    })
    return `data:image/bmp;base64,${bitmap.toString('base64')}`
  } catch {
    // A damaged hash costs the first impression, never the page.
    return undefined
  }
}

/** A Windows bitmap, 24 bits a pixel: the one format that needs no encoder. Rows go upwards and fill whole words. */
function writeBitmap(
  width: number,
  height: number,
  pixel: (x: number, y: number) => Uint8Array,
): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(HEADER_BYTES + rowBytes * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(HEADER_BYTES, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0] = pixel(x, y)
      file.set([blue, green, red], HEADER_BYTES + (height - 1 - y) * rowBytes + x * 3)
    }
  }
  return file
}
