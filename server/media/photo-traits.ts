import type { Sharp } from 'sharp'

/** What photos are compared and chosen by. */
export interface PhotoTraits {
  /** 16 hexadecimal digits: see `perceptualHash`. */
  perceptual_hash: string
  /** Variance of the Laplacian of a grey picture of fixed size: the greater, the more fine detail. */
  sharpness: number
}

/** Every photo is looked at as a square of this side: figures of photos of different sizes and shapes compare. */
const SIDE_PX = 256

/** Looks at a photo by its thumbnail, or the pixels this is made of: nothing of a trait needs more, and older posts have it too. */
export async function readTraits(picture: Sharp): Promise<PhotoTraits> {
  const rgb = await picture
    .resize(SIDE_PX, SIDE_PX, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  const grey = toGrey(rgb)
  return {
    perceptual_hash: perceptualHash(shrink(grey, SIDE_PX, HASHED_PX)),
    sharpness: laplacianVariance(grey, SIDE_PX),
  }
}

/** How bright pixels look (ITU-R BT.601). */
function toGrey(rgb: Uint8Array): Float32Array {
  const grey = new Float32Array(rgb.length / 3)
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 3
    grey[at] =
      0.299 * (rgb[from] ?? 0) + 0.587 * (rgb[from + 1] ?? 0) + 0.114 * (rgb[from + 2] ?? 0)
  }
  return grey
}

/** A square of pixels made smaller by a whole number of times: each pixel the mean of those it stands for. */
function shrink(grey: Float32Array, side: number, toSide: number): Float32Array {
  const times = side / toSide
  const small = new Float32Array(toSide * toSide)
  for (let at = 0; at < grey.length; at += 1) {
    const row = Math.floor(Math.floor(at / side) / times)
    const place = row * toSide + Math.floor((at % side) / times)
    small[place] = (small[place] ?? 0) + (grey[at] ?? 0) / times ** 2
  }
  return small
}

/** Of a square of grey pixels: how much they differ from their four neighbours. Edges that are blurred differ little. */
function laplacianVariance(grey: Float32Array, side: number): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < side - 1; y += 1) {
    for (let x = 1; x < side - 1; x += 1) {
      const at = y * side + x
      const around =
        (grey[at - 1] ?? 0) + (grey[at + 1] ?? 0) + (grey[at - side] ?? 0) + (grey[at + side] ?? 0)
      const edge = around - 4 * (grey[at] ?? 0)
      sum += edge
      squares += edge ** 2
      count += 1
    }
  }
  return squares / count - (sum / count) ** 2
}

/** Side of the square of grey pixels that a hash is made of. */
const HASHED_PX = 32

/** So many frequencies each way, without the lowest: brightness and its slow fall to the edges say nothing of the picture. */
const FREQUENCIES = 8
/** Below it a frequency is rounding, as every one is of a picture of a single colour; those of photos are hundreds. */
const NOTHING = 1

/** `COSINES[frequency][pixel]`, of the frequencies from 1 on. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, at) =>
  Array.from({ length: HASHED_PX }, (_pixel, x) =>
    Math.cos(((x + 0.5) * (at + 1) * Math.PI) / HASHED_PX),
  ),
)

/**
 * Hash of a picture by its low frequencies (pHash: a DCT of 32 x 32 grey pixels, each of 64 frequencies above or not above their
 * median), as 16 hexadecimal digits. Pictures that look alike differ in few bits, others in about 32.
 */
function perceptualHash(grey: ArrayLike<number>): string {
  const rows = Array.from({ length: HASHED_PX }, (_, y) =>
    COSINES.map((wave) => sumOf(wave, (x) => grey[y * HASHED_PX + x] ?? 0)),
  )
  const strengths = COSINES.flatMap((wave) =>
    COSINES.map((_, column) => sumOf(wave, (y) => rows[y]?.[column] ?? 0)),
  )
  const median = medianOf(strengths)
  const bits = strengths.map((strength) => (strength - median > NOTHING ? '1' : '0')).join('')
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

/** In how many of their 64 bits two hashes differ. */
export function hashDistance(a: string, b: string): number {
  const different = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  return different.toString(2).replaceAll('0', '').length
}

function sumOf(wave: readonly number[], valueAt: (place: number) => number): number {
  return wave.reduce((sum, factor, place) => sum + factor * valueAt(place), 0)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted.length >> 1
  return ((sorted[upper - 1] ?? 0) + (sorted[upper] ?? 0)) / 2
}
