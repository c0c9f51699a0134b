import { createRequire } from 'node:module'

/** The part of libheif-js we use; the package ships no types for it. */
interface Libheif {
  HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] }
}

interface HeifImage {
  get_width: () => number
  get_height: () => number
  is_primary: () => boolean
  display: (target: Pixels, done: (pixels: Pixels | null) => void) => void
}

/** RGBA, 4 bytes a pixel. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

let libheif: Libheif | undefined

/**
 * Decodes a HEIC photo, upright. Takes about a second and 230 MB for 12 megapixels, and the memory
 * is given back only when the process ends. Rejects when the photo cannot be decoded or has more than `limitPixels`.
 */
export async function decodeHeic(bytes: Uint8Array, limitPixels: number): Promise<Pixels> {
  // Loaded only for the rare photo that needs it: it is 2 MB of program.
  libheif ??= createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as Libheif
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
  if (!image) throw new Error('HEIC without picture')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > limitPixels) throw new Error(`More than ${limitPixels} pixels`)
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const shown = await new Promise<Pixels | null>((resolve) => image.display(pixels, resolve))
  if (!shown) throw new Error('HEIC cannot be decoded')
  return shown
}
