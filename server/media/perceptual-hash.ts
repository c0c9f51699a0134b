/** Side of the square of grey pixels that a hash is made of. */
export const HASHED_PX = 32

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
export function perceptualHash(grey: ArrayLike<number>): string {
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
