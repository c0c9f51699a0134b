import sharp from 'sharp'
import type { OutputInfo } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { toUprightJpeg } from './photo-source.ts'
import type { Frame } from './photo-source.ts'

/** What is served in place of a photo. None carries anything of the original's metadata but its colour profile. */
export interface PhotoRenditions {
  /** JPEG, at most 2560 pixels a side, upright. */
  full: Uint8Array
  /** WebP, at most 480 pixels a side. */
  thumb: Uint8Array
  /** Pixels of `full`. */
  width: number
  height: number
  /** Base64 of about 25 bytes that blur into the photo's first impression. */
  thumbhash: string
}

/** `profile`: a square of at most 1024 pixels cut from the middle. `banner`: whole, at most 2560 pixels a side. */
export type OrmaImageKind = 'profile' | 'banner'

const FULL_FRAME: Frame = { width: 2560, height: 2560, fit: 'inside' }
const THUMB_PX = 480

const ORMA_IMAGES: Record<OrmaImageKind, Frame> = {
  profile: { width: 1024, height: 1024, fit: 'cover' },
  banner: FULL_FRAME,
}

/** The largest picture a thumbhash can be made of. */
const HASH_PX = 100

/** Renders a guest's photo. One decode of the original; each smaller picture is made of the larger one. */
export async function renderPhoto(bytes: Buffer): Promise<PhotoRenditions> {
  const { jpeg: full, width, height } = await toUprightJpeg(bytes, FULL_FRAME)
  const thumb = await toWebp(full, THUMB_PX, THUMB_PX)
  const { data, info } = await readPixels(thumb, HASH_PX)
  const hash = rgbaToThumbHash(info.width, info.height, data)
  return { full, thumb, width, height, thumbhash: Buffer.from(hash).toString('base64') }
}

/** Makes the picture an organiser gave an Orma into a JPEG as large as its kind wants it. */
export async function renderOrmaImage(bytes: Buffer, kind: OrmaImageKind): Promise<Uint8Array> {
  return (await toUprightJpeg(bytes, ORMA_IMAGES[kind])).jpeg
}

/** A picture that `renderOrmaImage` has made as a WebP of at most so many pixels of width. */
export async function renderSmaller(picture: Buffer, widthPx: number): Promise<Uint8Array> {
  return await toWebp(picture, widthPx)
}

async function toWebp(picture: Buffer, widthPx: number, heightPx?: number): Promise<Buffer> {
  return await sharp(picture)
    .resize(widthPx, heightPx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 4 })
    .toBuffer()
}

/** RGBA of a picture made to fit a square. */
async function readPixels(
  picture: Uint8Array,
  sidePx: number,
): Promise<{ data: Buffer; info: OutputInfo }> {
  return await sharp(picture)
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
