/** Width and height of the picture: enough for a thumbhash; the browser enlarges it smoothly. */
const SIDE_PX = 8
/** Waves along a photo's longer side. */
const WAVES = 7
/** Half bytes before the first wave. */
const HEAD_NIBBLES = 10
const BITMAP_HEAD_BYTES = 54

/**
 * A photo's thumbhash (base64) as a blurred picture, a `data:` address of about 350 characters; undefined where it is not one.
 * Drawn this small a page's first one takes a ninth of the library's time. Plain loops, because they run before the browser has
 * compiled anything.
 */
export function blurAddress(thumbhash: string | null | undefined): string | undefined {
  return read(thumbhash, (hash) => {
    const bitmap = drawBitmap(hash)
    return `data:image/bmp;base64,${btoa(String.fromCharCode(...bitmap))}`
  })
}

/** The mean of a photo's colours by its thumbhash (base64), for CSS; undefined where it is not one. */
export function blurColor(thumbhash: string | null | undefined): string | undefined {
  return read(thumbhash, (hash) => {
    const { light, yellow, red } = readMeans(hash)
    return `rgb(${toRgb(light, yellow, red)
      .map((part) => Math.round(part * 255))
      .join(' ')})`
  })
}

function read<T>(thumbhash: string | null | undefined, of: (hash: DataView) => T): T | undefined {
  if (!thumbhash) return undefined
  try {
    const hash = atob(thumbhash)
    const bytes = new Uint8Array(hash.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = hash.charCodeAt(at)
    return of(new DataView(bytes.buffer))
  } catch {
    // A damaged hash costs the placeholder, never the photo.
    return undefined
  }
}

/** A Windows bitmap, 24 bits a pixel, the format that needs no encoder. Rows go upwards and are padded to four bytes. */
function drawBitmap(hash: DataView): Uint8ClampedArray {
  const { width, height, light, yellow, red } = readHash(hash)
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const bitmap = new Uint8ClampedArray(BITMAP_HEAD_BYTES + rowBytes * height)
  const head = new DataView(bitmap.buffer)
  head.setUint16(0, 0x424d)
  head.setUint32(2, bitmap.length, true)
  head.setUint32(10, BITMAP_HEAD_BYTES, true)
  head.setUint32(14, 40, true)
  head.setUint32(18, width, true)
  head.setUint32(22, height, true)
  head.setUint32(26, 0x18_0001, true)
  for (let pixel = 0; pixel < light.length; pixel++) {
    const [l, p, q] = [light[pixel] ?? 0, yellow[pixel] ?? 0, red[pixel] ?? 0]
    const [r, g, b] = toRgb(l, p, q)
    const y = height - 1 - Math.floor(pixel / width)
    const at = BITMAP_HEAD_BYTES + y * rowBytes + (pixel % width) * 3
    bitmap[at] = b * 255
    bitmap[at + 1] = g * 255
    bitmap[at + 2] = r * 255
  }
  return bitmap
}

/** `light`: 0 to 1; `yellow` and `red`: -1 to 1. Parts from 0 to 1, or a bit beyond. */
function toRgb(light: number, yellow: number, red: number): [r: number, g: number, b: number] {
  const b = light - (2 / 3) * yellow
  const r = (3 * light - b + red) / 2
  return [r, r - red, b]
}

function readMeans(hash: DataView) {
  const means = hash.getUint32(0, true)
  return {
    light: (means & 63) / 63,
    yellow: ((means >> 6) & 63) / 31.5 - 1,
    red: ((means >> 12) & 63) / 31.5 - 1,
    lightScale: ((means >> 18) & 31) / 31,
  }
}

/** Size and the three channels by pixel. No photo here has the fourth, transparency. */
function readHash(hash: DataView) {
  const means = readMeans(hash)
  const scales = hash.getUint16(3, true)
  const shorter = scales & 7
  const [nx, ny] = scales >> 15 ? [WAVES, shorter] : [shorter, WAVES]
  const [width, height] = [sidePx(nx), sidePx(ny)]
  let nibble = HEAD_NIBBLES
  /** Reads the next channel: a mean and its waves. */
  const readChannel = (mean: number, scale: number, columns = 3, rows = 3) => {
    const channel = new Float32Array(width * height).fill(mean)
    for (let row = 0; row < rows; row++) {
      for (let column = row ? 0 : 1; column * rows < columns * (rows - row); column++) {
        const strength = (hash.getUint8(nibble >> 1) >> ((nibble++ & 1) * 4)) & 15
        addWave(channel, (strength / 7.5 - 1) * scale * 2, column / width, row / height, width)
      }
    }
    return channel
  }
  const light = readChannel(means.light, means.lightScale, Math.max(3, nx), Math.max(3, ny))
  const yellow = readChannel(means.yellow, (((scales >> 3) & 63) / 63) * 1.25)
  const red = readChannel(means.red, (((scales >> 9) & 63) / 63) * 1.25)
  return { width, height, light, yellow, red }
}

/** `across` and `down`: half waves per pixel. */
function addWave(
  channel: Float32Array,
  strength: number,
  across: number,
  down: number,
  width: number,
): void {
  let ofRow = 0
  for (let pixel = 0; pixel < channel.length; pixel++) {
    const x = pixel % width
    if (x === 0) ofRow = strength * Math.cos(Math.PI * down * (pixel / width + 0.5))
    channel[pixel] = (channel[pixel] ?? 0) + ofRow * Math.cos(Math.PI * across * (x + 0.5))
  }
}

function sidePx(waves: number): number {
  return Math.max(1, Math.round((SIDE_PX * waves) / WAVES))
}
