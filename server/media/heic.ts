import { createRequire } from 'node:module'
import { tooManyPixels } from './photo-limits.ts'
import { listProperties } from './heif-file.ts'

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
  part?: CropBox | undefined
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

/** Pixels of a part of a picture, from its upper left corner. */
export interface CropBox {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Has a HEIC's main picture be decoded as a whole, and gives the part of it that is to be shown, upright; undefined where that is all.
 * Changes the bytes: libheif 1.23.2 takes the size after a crop for the most that may be decoded, and refuses such a picture
 * (https://github.com/strukturag/libheif/issues/1856).
 */
export function takeCrop(bytes: Buffer): CropBox | undefined {
  try {
    return takeCropFrom(bytes)
  } catch {
    // Boxes that end too soon: it is libheif's to say so.
    return undefined
  }
}

function takeCropFrom(bytes: Buffer): CropBox | undefined {
  const properties = listProperties(bytes)
  const sizeAt = properties.find(({ name }) => name === 'ispe')?.start
  if (sizeAt === undefined || !properties.some(({ name }) => name === 'clap')) return undefined
  let whole = { width: bytes.readUInt32BE(sizeAt + 4), height: bytes.readUInt32BE(sizeAt + 8) }
  let part: CropBox = { left: 0, top: 0, ...whole }
  for (const { name, start } of properties) {
    if (name === 'clap') {
      part = readPart(bytes, start, whole)
      writeWhole(bytes, start, whole)
    }
    if (name === 'imir') part = mirrored(part, whole, bytes.readUInt8(start) & 1)
    if (name !== 'irot') continue
    for (let turns = bytes.readUInt8(start) & 3; turns > 0; turns -= 1) {
      const { left, top, width, height } = part
      part = { left: top, top: whole.width - left - width, width: height, height: width }
      whole = { width: whole.height, height: whole.width }
    }
  }
  return part
}

/** ISO/IEC 14496-12 §12.1.4: width, height, and the middle's distance from the picture's middle, as fractions. */
function readPart(bytes: Buffer, at: number, whole: Pick<CropBox, 'width' | 'height'>): CropBox {
  const [width, height] = [0, 8].map((from) =>
    Math.round(bytes.readUInt32BE(at + from) / bytes.readUInt32BE(at + from + 4)),
  ) as [number, number]
  const [x, y] = [16, 24].map(
    (from) => bytes.readInt32BE(at + from) / bytes.readUInt32BE(at + from + 4),
  ) as [number, number]
  const left = Math.max(0, Math.round(x + (whole.width - width) / 2))
  const top = Math.max(0, Math.round(y + (whole.height - height) / 2))
  return {
    left,
    top,
    width: Math.min(width, whole.width - left),
    height: Math.min(height, whole.height - top),
  }
}

function writeWhole(
  bytes: Buffer,
  at: number,
  { width, height }: Pick<CropBox, 'width' | 'height'>,
) {
  for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
    bytes.writeUInt32BE(value, at + 4 * index)
}

/** ISO/IEC 23008-12 §6.5.12: 0 exchanges top and bottom, 1 left and right. */
function mirrored(part: CropBox, whole: Pick<CropBox, 'width' | 'height'>, axis: number): CropBox {
  return axis === 1
    ? { ...part, left: whole.width - part.left - part.width }
    : { ...part, top: whole.height - part.top - part.height }
}
