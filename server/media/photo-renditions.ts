import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { ORMA_IMAGE_PX } from '../../contract/image-widths.ts'
import { RENDITIONS } from '../../contract/renditions.ts'
import { turnUpright } from './orientation.ts'
import { CHECKED_PX } from './photo-limits.ts'
import { openInPart, toUprightJpeg } from './photo-source.ts'
import type { Frame, Source } from './photo-source.ts'
import { readTraits } from './photo-traits.ts'
import type { PhotoTraits } from './photo-traits.ts'

/** The large picture that is served in place of a photo. */
export interface FullRendition {
  /** JPEG, upright. */
  full: Uint8Array
  /** Pixels of `full`. */
  width: number
  height: number
}

/** What is served in place of a photo. None carries anything of the original's metadata but its colour profile. */
export interface PhotoRenditions extends FullRendition {
  /** WebP. */
  thumb: Uint8Array
  /** Base64 of about 25 bytes that blur into the photo's first impression. */
  thumbhash: string
  traits: PhotoTraits
  /** For the nudity check: RGB of the whole photo, squeezed into a square of 224 pixels. */
  square: Uint8Array
}

/** All that a photo is shown by at first; without `full` where that is better made by itself, later. */
export type FirstRenditions = Omit<PhotoRenditions, 'full'> & Partial<Pick<PhotoRenditions, 'full'>>

/** `profile`: a square cut from the middle. `banner`: whole. */
export type OrmaImageKind = keyof typeof ORMA_IMAGE_PX

const FULL_FRAME = frameOf(RENDITIONS.full.edgePx, 'inside')
const THUMB_PX = RENDITIONS.thumb.edgePx

const ORMA_IMAGES: Record<OrmaImageKind, Frame> = {
  profile: frameOf(ORMA_IMAGE_PX.profile, 'cover'),
  banner: frameOf(ORMA_IMAGE_PX.banner, 'inside'),
}

/** Of 100 pixels, the most there may be, a thumbhash takes seven times as long; blurs of 20 photos differed by 3 of 255 at most. */
const HASH_PX = 64

/** Renders a guest's photo. One decode of the original; each smaller picture is made of the larger one. */
export async function renderPhoto(bytes: Buffer, orientation?: number): Promise<PhotoRenditions> {
  const { jpeg: full, width, height } = await toUprightJpeg(bytes, FULL_FRAME, orientation)
  return { full, width, height, ...(await renderSmall({ picture: sharp(full), orientation: 1 })) }
}

/**
 * Renders first what a photo is shown by. Of a large JPEG a fraction of its pixels is decoded for that, at a fifth of what the large
 * picture costs; of any other photo all is rendered, as decoding it twice would cost more than is won.
 */
export async function renderFirst(bytes: Buffer, orientation?: number): Promise<FirstRenditions> {
  const source = await openInPart(bytes, orientation)
  if (!source) return await renderPhoto(bytes, orientation)
  const { width, height } = source
  const scale = Math.min(1, FULL_FRAME.width / width, FULL_FRAME.height / height)
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    ...(await renderSmall(source)),
  }
}

/** Renders the large picture alone. */
export async function renderFull(bytes: Buffer, orientation?: number): Promise<FullRendition> {
  const { jpeg, width, height } = await toUprightJpeg(bytes, FULL_FRAME, orientation)
  return { full: jpeg, width, height }
}

async function renderSmall(
  source: Pick<Source, 'picture' | 'orientation'>,
): Promise<Omit<PhotoRenditions, keyof FullRendition>> {
  const small = await openSmall(source)
  const thumb = await asWebp(small()).toBuffer()
  const square = await readSquare(small())
  const traits = await readTraits(small())
  return { thumb, thumbhash: await hashOf(small()), traits, square }
}

function frameOf(edgePx: number, fit: Frame['fit']): Frame {
  return { width: edgePx, height: edgePx, fit }
}

/** Makes the picture an organiser gave an Orma into a JPEG as large as its kind wants it. */
export async function renderOrmaImage(bytes: Buffer, kind: OrmaImageKind): Promise<Uint8Array> {
  return (await toUprightJpeg(bytes, ORMA_IMAGES[kind])).jpeg
}

/** A picture that `renderOrmaImage` has made as a WebP of at most so many pixels of width. */
export async function renderSmaller(picture: Buffer, widthPx: number): Promise<Uint8Array> {
  return await asWebp(
    sharp(picture).resize(widthPx, undefined, { fit: 'inside', withoutEnlargement: true }),
  ).toBuffer()
}

function asWebp(picture: Sharp): Sharp {
  return picture.webp({ quality: 70, effort: 4 })
}

/** The pixels of the thumbnail, decoded once for all that is made of them. */
async function openSmall({
  picture,
  orientation,
}: Pick<Source, 'picture' | 'orientation'>): Promise<() => Sharp> {
  const small = picture.resize(THUMB_PX, THUMB_PX, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await turnUpright(small, orientation)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return () => sharp(data, { raw: { width, height, channels } })
}

async function hashOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize(HASH_PX, HASH_PX, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function readSquare(picture: Sharp): Promise<Uint8Array> {
  return await picture
    .resize(CHECKED_PX, CHECKED_PX, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
}

/** An Orma's picture as a home screen wants it: square PNGs. */
export interface OrmaIcons {
  192: Uint8Array
  512: Uint8Array
  /** 512 pixels of which a launcher may cut away all but the middle circle of four fifths. */
  maskable: Uint8Array
}

const MASKABLE_PX = 512
/** As much of it as no launcher cuts away, corners apart. */
const SAFE_PX = 410
const BLUR_SIGMA = 24

/** Makes icons of an Orma's picture, which is a square JPEG of ours. A small one is enlarged: a home screen takes no less. */
export async function renderOrmaIcons(picture: Buffer): Promise<OrmaIcons> {
  const square = (px: number) => sharp(picture).resize(px, px, { fit: 'cover' })
  const backdrop = await square(MASKABLE_PX).blur(BLUR_SIGMA).png().toBuffer()
  const middle = await square(SAFE_PX).png().toBuffer()
  return {
    192: await toIcon(square(192)),
    512: await toIcon(square(512)),
    maskable: await toIcon(sharp(backdrop).composite([{ input: middle }])),
  }
}

/** PNG, because not every home screen takes more modern formats; 256 colours, a third of the bytes. */
async function toIcon(picture: Sharp): Promise<Uint8Array> {
  return await picture.png({ palette: true, quality: 90, effort: 7 }).toBuffer()
}
