import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { decodeHeic } from './heic.ts'
import { endJpeg } from './jpeg-end.ts'
import { embeddableProfile, fits, isCommonProfile, isSrgb, withProfile } from './icc-profile.ts'
import { impliedProfile } from './implied-profile.ts'
import { turnSize, turnUpright } from './orientation.ts'
import { maxPixels, tooManyPixels } from './photo-limits.ts'
import { sniffPhoto } from '../../contract/photo-type.ts'

// Photos run side by side in processes of their own; threads and caches inside only cost memory.
sharp.concurrency(1)
sharp.cache(false)
// Every other loader (SVG, PDF, TIFF ...) is a way in for hostile files that no phone makes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
})

/** A JPEG made of a photo. */
interface UprightJpeg {
  jpeg: Buffer
  width: number
  height: number
}

/** How large a rendition is: as a whole inside the box, or filling it with the edges cut off. Never enlarged. */
export interface Frame {
  width: number
  height: number
  fit: 'inside' | 'cover'
}

/** An opened photo, not decoded yet (but for HEIC), with its upright size. */
export interface Source {
  /** As it is stored: to be turned by `orientation` once it is resized. */
  picture: Sharp
  orientation: number
  width: number
  height: number
  /** A colour profile that stays with the pixels but that sharp does not know of. */
  profile?: Buffer
}

/**
 * Decodes a photo once and gives it upright as a JPEG of its own, in the right colours and with
 * nothing else of the original's metadata. Rejects when the bytes cannot be decoded or are too many.
 */
export async function toUprightJpeg(
  bytes: Buffer,
  frame: Frame,
  decided?: number,
): Promise<UprightJpeg> {
  const { picture, orientation, width, height, profile } = await openSource(bytes, decided)
  const box = turnSize(limitFrame(frame, width, height), orientation)
  const resized = picture.resize({ ...box, withoutEnlargement: true })
  const { data, info } = await turnUpright(resized, orientation)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  const jpeg = profile ? await withItsColours(data, profile) : data
  return { jpeg, width: info.width, height: info.height }
}

const MAIN_BRAND_AT = 8
/**
 * What more bits a channel are made to first. sharp converts 16 bits from their profile to Display P3 and says so to nobody, and heeds no
 * profile of 16 bits of grey.
 */
const EIGHT_BITS: Readonly<Record<string, string>> = { rgb16: 'srgb', grey16: 'b-w' }

async function withItsColours(jpeg: Buffer, profile: Buffer): Promise<Buffer> {
  const coloured = withProfile(jpeg, profile)
  if (isCommonProfile(profile)) return coloured
  // A second time, but of HEICs whose profile must not go out there are few.
  return await sharp(coloured).jpeg({ quality: 80 }).toBuffer()
}

/** From here on half of the pixels of a side, or fewer, are enough for a thumb. */
const IN_PART_FROM_PIXELS = 2_000_000

/**
 * A photo that may be decoded in part where a small picture is made of it, with its upright size; its colours will be sRGB. Undefined
 * where that spares nothing: only JPEG has it, and not the progressive kind.
 */
export async function openInPart(photo: Buffer, decided?: number): Promise<Source | undefined> {
  if (sniffPhoto(photo) !== 'jpeg') return undefined
  const bytes = await endJpeg(photo)
  const limitInputPixels = maxPixels('jpeg', false)
  const metadata = await sharp(bytes, { limitInputPixels }).metadata()
  const isLarge = metadata.width * metadata.height >= IN_PART_FROM_PIXELS
  if (metadata.isProgressive || !isLarge) return undefined
  const stored = sharp(bytes, { limitInputPixels, failOn: 'error' })
  const { icc, space } = metadata
  const isPlain = icc !== undefined && space === 'srgb' && isSrgb(icc)
  const picture = isPlain ? stored.keepIccProfile() : stored
  const orientation = await decideOrientation(bytes, decided)
  return { picture, orientation, ...turnSize(sizeOf(metadata), orientation) }
}

async function openSource(photo: Buffer, decided?: number): Promise<Source> {
  const type = sniffPhoto(photo)
  if (!type) throw new Error('Not a photo')
  const bytes = type === 'jpeg' ? await endJpeg(photo) : photo
  // Of the names that such a file may have, sharp knows these.
  if (type === 'heic' || type === 'avif') bytes.write(type, MAIN_BRAND_AT)
  const metadata = await sharp(bytes, { limitInputPixels: maxPixels(type, false) }).metadata()
  const limit = maxPixels(type, metadata.isProgressive)
  if (metadata.width * metadata.height > limit) throw tooManyPixels(limit)
  return type === 'heic'
    ? await openHeic(bytes, metadata, limit)
    : await openDecodable(bytes, metadata, limit, await decideOrientation(bytes, decided))
}

async function openDecodable(
  bytes: Buffer,
  metadata: Metadata,
  limitInputPixels: number,
  orientation: number,
): Promise<Source> {
  const stored = sharp(bytes, { limitInputPixels, failOn: 'error' })
  // Carrying a small RGB profile along is right and spares the costliest step, converting every pixel.
  const picture = embeddableProfile(metadata) ? stored.keepIccProfile() : stored
  const eightBits = metadata.space && EIGHT_BITS[metadata.space]
  const profile = !metadata.icc && (await impliedProfile(bytes, metadata.format))
  return {
    picture: eightBits ? picture.pipelineColourspace(eightBits) : picture,
    orientation,
    ...turnSize(sizeOf(metadata), orientation),
    ...(profile && { profile }),
  }
}

/** libheif turns the picture upright by itself and gives its pixels in the photo's own colours. */
async function openHeic(
  bytes: Buffer,
  metadata: Metadata,
  limitInputPixels: number,
): Promise<Source> {
  const { data, part, ...raw } = await decodeHeic(bytes, limitInputPixels)
  const picture = sharp(data, { raw, limitInputPixels })
  const { width, height } = part ?? raw
  return {
    picture: part ? picture.extract(part) : picture,
    orientation: 1,
    width,
    height,
    profile: fits(metadata.icc) ? metadata.icc : await impliedProfile(bytes, 'heif'),
  }
}

/** As it was decided when the photo was received; of an organiser's picture by the same reader. */
async function decideOrientation(bytes: Buffer, decided?: number): Promise<number> {
  if (decided) return decided
  const { readExif } = await import('./exif-file.ts')
  return (await readExif(bytes)).orientation ?? 1
}

function sizeOf({ width, height }: Metadata): Pick<Source, 'width' | 'height'> {
  return { width, height }
}

/** `cover` would enlarge a side that is too short: the box shrinks instead, keeping its shape. */
function limitFrame(
  { width, height, fit }: Frame,
  sourceWidth: number,
  sourceHeight: number,
): Frame {
  if (fit === 'inside') return { width, height, fit }
  const scale = Math.min(1, sourceWidth / width, sourceHeight / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit,
  }
}
