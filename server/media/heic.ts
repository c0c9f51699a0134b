import { createRequire } from 'node:module'
import { takeCrop } from './heic-crop.ts'
import type { Part } from './heic-crop.ts'
import { tooManyPixels } from './photo-limits.ts'

/** The part of libheif-js we use; the package ships no types for it. */
interface Libheif {
  HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] }
  heif_colorspace: { heif_colorspace_RGB: unknown }
  heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown }
  heif_js_decode_image2: (
    handle: unknown,
    colours: unknown,
    chroma: unknown,
  ) => Promise<{ message: string } | { channels: Plane[] }>
}

interface HeifImage {
  handle: unknown
  get_width: () => number
  get_height: () => number
  is_primary: () => boolean
  has_alpha_channel: () => boolean
}

interface Plane {
  data: Uint8Array
  /** Bytes from one line to the next. */
  stride: number
  width: number
  height: number
}

/** 3 or 4 bytes a pixel: RGB, or RGBA. They lie in the decoder's own memory, and are there until it decodes another. */
interface Pixels {
  data: Uint8Array
  width: number
  height: number
  channels: 3 | 4
  /** The part of them that is to be shown; absent: all. */
  part?: Part | undefined
}

let libheif: Libheif | undefined

/**
 * Decodes a HEIC photo, upright; changes its bytes where it is cropped. Takes a second or two and 100 MB for 12 megapixels, and the memory
 * is given back only when the process ends. Rejects when the photo cannot be decoded or has more than `limitPixels`.
 */
export async function decodeHeic(bytes: Buffer, limitPixels: number): Promise<Pixels> {
  // Loaded only for the rare photo that needs it: it is 2 MB of program.
  libheif ??= createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as Libheif
  const part = takeCrop(bytes)
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
  if (!image) throw new Error('HEIC without picture')
  if (image.get_width() * image.get_height() > limitPixels) throw tooManyPixels(limitPixels)
  const channels = image.has_alpha_channel() ? 4 : 3
  const { heif_colorspace: colours, heif_chroma: chroma } = libheif
  const decoded = await libheif.heif_js_decode_image2(
    image.handle,
    colours.heif_colorspace_RGB,
    channels === 4 ? chroma.heif_chroma_interleaved_RGBA : chroma.heif_chroma_interleaved_RGB,
  )
  const plane = 'channels' in decoded ? decoded.channels[0] : undefined
  if (!plane) throw new Error(`HEIC: ${'message' in decoded ? decoded.message : 'no pixels'}`)
  const { width, height } = plane
  return { data: closeRanks(plane, width * channels), width, height, channels, part }
}

/** Lines one behind the other, without what each is filled up with. In place: a copy would take as much memory again. */
function closeRanks({ data, stride, height }: Plane, lineBytes: number): Uint8Array {
  if (stride === lineBytes) return data
  for (let line = 1; line < height; line += 1)
    data.copyWithin(line * lineBytes, line * stride, line * stride + lineBytes)
  return data.subarray(0, lineBytes * height)
}
