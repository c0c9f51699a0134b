import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { makeExifBlock, TAG } from './exif-block.ts'
import { exifSegment, withJpegSegments } from './jpeg-segments.ts'
import { paintScene } from './photo-scene.ts'

interface PhotoOptions {
  /** Pixels as stored, before the orientation is applied. */
  width?: number
  height?: number
  /** EXIF orientation, 1 to 8; the stored picture is turned so that it is upright with it. */
  orientation?: number
  /** Whether its EXIF data has a place. */
  gps?: boolean
  /** The camera's wall clock, `YYYY-MM-DDTHH:mm:ss`; null for a photo without date. */
  takenAt?: string | null
  /** The clock's offset from UTC, such as `+02:00`; null for a camera that does not write it. */
  offset?: string | null
  /** Each seed gives another picture. */
  seed?: number
  /** Colour profile; absent: sRGB without a profile. */
  profile?: 'srgb' | 'p3'
  progressive?: boolean
}

/** Words in the EXIF data of `makePhoto` that none of its renditions may contain. */
export const GPS_WORD = 'ORMA-GPS'
export const SERIAL = 'SN-ORMA-12345'
export const CAMERA = 'Orma Testcam'

const painted = new Map<string, Promise<Buffer>>()

/**
 * A JPEG like a phone's: 12 megapixels, stored sideways, with date, place and serial number. Painted once for the same options.
 */
export async function makePhoto(options: PhotoOptions = {}): Promise<Buffer> {
  const name = JSON.stringify(options)
  const photo = painted.get(name) ?? paintPhoto(options)
  painted.set(name, photo)
  return Buffer.from(await photo)
}

/** It as a file that a form carries. */
export async function makePhotoFile(options?: PhotoOptions): Promise<File> {
  return new File([new Uint8Array(await makePhoto(options))], 'photo.jpg', { type: 'image/jpeg' })
}

/** The same photo with its orientation, 6, written as a long number, as some programs do: not every reader takes it. */
export async function makeLongPhoto(options: PhotoOptions): Promise<Buffer> {
  const photo = await makePhoto({ ...options, orientation: 6 })
  const asShort = Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0])
  photo[photo.indexOf(asShort) + 2] = 4
  return photo
}

async function paintPhoto(options: PhotoOptions): Promise<Buffer> {
  const {
    width = 4032,
    height = 3024,
    orientation = 6,
    seed = 1,
    profile,
    progressive = false,
  } = options
  const picture = await makePicture({ width, height, orientation, seed })
  const coloured = profile ? picture.withIccProfile(profile) : picture
  const jpeg = await coloured
    .jpeg({ quality: 85, progressive, optimiseCoding: progressive })
    .toBuffer()
  const block = makeExifBlock(exifParts(orientation, options))
  return withJpegSegments(jpeg, exifSegment(block))
}

/** The same picture in another format, upright, by default 640 x 480, without EXIF data. */
export async function makePhotoAs(
  format: 'png' | 'webp' | 'avif' | 'gif',
  { width = 640, height = 480, seed = 1 }: Pick<PhotoOptions, 'width' | 'height' | 'seed'> = {},
): Promise<Buffer> {
  const picture = await makePicture({ width, height, orientation: 1, seed })
  // The least effort: AVIF takes seconds otherwise.
  return await picture.toFormat(format, format === 'avif' ? { effort: 0 } : {}).toBuffer()
}

/** A PNG that only decoding finds broken: whole, with right checksums, but its compressed pixels are nonsense. */
export async function makeBrokenPhoto(): Promise<Buffer> {
  const png = await makePhotoAs('png', { width: 200, height: 200 })
  const at = png.indexOf('IDAT')
  const length = png.readUInt32BE(at - 4)
  png.fill(0xa5, at + 4, at + 4 + length)
  png.writeUInt32BE(crc32(png.subarray(at, at + 4 + length)), at + 4 + length)
  return png
}

/** An animated GIF of so many small pictures. */
export async function makeMovingGif(pictures: number): Promise<Buffer> {
  const frames = Array.from({ length: pictures }, async (_, index) =>
    makePhotoAs('png', { width: 160, height: 120, seed: index }),
  )
  return await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer()
}

/**
 * A HEIC of 320 x 240 that is upright when turned (240 x 320), with Display P3, date and place. A stored file, made with
 * heif-enc, because nothing here can encode HEVC. As on phones, both its own rotation and its EXIF orientation say how to turn
 * it; turning twice would be wrong.
 */
export async function readSidewaysHeic(): Promise<Buffer> {
  return await readStored('sideways.heic')
}

/**
 * HEICs that no program here can write: `cropped` is 200 x 200 out of the middle of 640 x 480; `cropped-sideways` 200 x 120 from beside
 * it, then turned and mirrored; `50-megapixels` a grid of 8160 x 6144.
 */
export async function readHeic(
  name: 'cropped' | 'cropped-sideways' | '50-megapixels',
): Promise<Buffer> {
  return await readStored(`${name}.heic`)
}

/** A HEIC that says it has 20,000 x 6144 pixels, which nothing decodes. */
export async function readTooManyPixels(): Promise<Buffer> {
  const photo = await readHeic('50-megapixels')
  photo.writeUInt32BE(20_000, photo.indexOf('\0\0\x1f\xe0\0\0\x18\0', 0, 'latin1'))
  return photo
}

async function readStored(name: string): Promise<Buffer> {
  return await readFile(path.join(import.meta.dirname, name))
}

/** A picture's colour (each part 0 to 255) at a place given as shares (0 to 1) from the upper left corner. */
export async function colourAt(
  picture: Uint8Array,
  x: number,
  y: number,
): Promise<[number, number, number]> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [data[at]!, data[at + 1]!, data[at + 2]!]
}

/** Whether the red corner of a made photo is at the upper left, and nowhere else. */
export async function isUpright(picture: Uint8Array): Promise<boolean> {
  const corners = [
    [0.04, 0.04],
    [0.96, 0.04],
    [0.04, 0.96],
    [0.96, 0.96],
  ] as const
  const reds = await Promise.all(
    corners.map(async ([x, y]) => isRed(await colourAt(picture, x, y))),
  )
  return reds.join() === 'true,false,false,false'
}

function isRed([r, g, b]: [number, number, number]): boolean {
  return r > 170 && g < 70 && b < 70
}

type PictureOptions = Required<Pick<PhotoOptions, 'width' | 'height' | 'orientation' | 'seed'>>

async function makePicture({ width, height, orientation, seed }: PictureOptions): Promise<Sharp> {
  const scene = paintScene({ width, height, orientation, seed })
  const pixels = await sharp(scene.rgb, {
    raw: { width: scene.width, height: scene.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  addGrain(pixels, seed)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A little noise, as from a sensor: without it a photo would be ten times smaller than a real one. */
function addGrain(pixels: Buffer, seed: number): void {
  let state = seed + 1
  for (let at = 0; at < pixels.length; at += 3) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const noise = state >> 28
    for (let channel = at; channel < at + 3; channel += 1) {
      const value = pixels[channel]! + noise
      pixels[channel] = value < 0 ? 0 : value > 255 ? 255 : value
    }
  }
}

function exifParts(orientation: number, options: PhotoOptions) {
  const { gps = true, takenAt = '2026-06-20T15:04:05', offset = '+02:00' } = options
  return {
    main: { [TAG.make]: 'Orma', [TAG.model]: CAMERA, [TAG.orientation]: orientation },
    photo: {
      [TAG.bodySerialNumber]: SERIAL,
      ...(takenAt && { [TAG.dateTimeOriginal]: takenAt.replaceAll('-', ':').replace('T', ' ') }),
      ...(offset && { [TAG.offsetTimeOriginal]: offset }),
    },
    ...(gps && { gps: GPS_TAGS }),
  }
}

const GPS_TAGS = {
  [TAG.gpsLatitudeRef]: 'N',
  [TAG.gpsLatitude]: degrees(52, 31, 12),
  [TAG.gpsLongitudeRef]: 'E',
  [TAG.gpsLongitude]: degrees(13, 24, 18),
  [TAG.gpsMapDatum]: GPS_WORD,
}

function degrees(whole: number, minutes: number, seconds: number): Array<[number, number]> {
  return [
    [whole, 1],
    [minutes, 1],
    [seconds, 1],
  ]
}

/** A photo that no connection takes in as a whole. */
export async function makeLargePhoto(): Promise<Buffer> {
  const photo = await makePhoto({ width: 160, height: 120 })
  return Buffer.concat([photo.subarray(0, -2), Buffer.alloc(4_000_000), photo.subarray(-2)])
}
