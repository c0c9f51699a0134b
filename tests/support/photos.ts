import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { paintScene } from './photo-scene.ts'

export interface PhotoOptions {
  /** Pixels as stored, before the orientation is applied. */
  width?: number
  height?: number
  /** EXIF orientation, 1 to 8; the picture is painted so that it is right once turned. */
  orientation?: number
  /** Whether the place where it was taken is in it. */
  gps?: boolean
  /** The camera's wall clock, `YYYY-MM-DDTHH:mm:ss`; null for a photo without date. */
  takenAt?: string | null
  /** The clock's distance from UTC, such as `+02:00`; null for a camera that does not say. */
  offset?: string | null
  /** Another number, another picture. */
  seed?: number
  /** The camera's serial number. */
  serial?: string
  profile?: 'srgb' | 'p3'
  progressive?: boolean
}

/** Words that stand in the EXIF data of `makePhoto` and in no rendition of it. */
export const GPS_AREA = 'ORMA-GPS-AREA-52-31-N'
export const SERIAL = 'SN-ORMA-12345'
export const CAMERA = 'Orma Testcam'

/** The corner that is red when a made photo is upright: this share of its shorter side, at the top left. */
export const RED_CORNER_SHARE = 1 / 6

/** A JPEG like a phone's: 12 megapixels, lying on its side, with date, place and serial number. */
export async function makePhoto({
  progressive = false,
  ...options
}: PhotoOptions = {}): Promise<Buffer> {
  return await withExif(makePicture(options), options)
    .jpeg({ quality: 88, progressive, optimiseCoding: false })
    .toBuffer()
}

/** The same picture in another format, 640 x 480 unless said otherwise. */
export async function makePhotoAs(
  format: 'png' | 'webp' | 'avif' | 'gif',
  options: PhotoOptions = {},
): Promise<Buffer> {
  const wanted = { width: 640, height: 480, orientation: 1, ...options }
  return await withExif(makePicture(wanted), wanted).toFormat(format).toBuffer()
}

function makePicture({
  width = 4032,
  height = 3024,
  orientation = 6,
  seed = 1,
  profile,
}: PhotoOptions): Sharp {
  const {
    rgb,
    width: smallWidth,
    height: smallHeight,
  } = paintScene({ width, height, orientation, seed })
  const picture = sharp(rgb, { raw: { width: smallWidth, height: smallHeight, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .composite([
      { input: grain(seed), raw: { width: GRAIN_PX, height: GRAIN_PX, channels: 4 }, tile: true },
    ])
  return profile ? picture.withIccProfile(profile) : picture
}

const GRAIN_PX = 512

/** A little noise, as every sensor has: without it a photo would be ten times smaller than a real one. */
function grain(seed: number): Buffer {
  const pixels = Buffer.alloc(GRAIN_PX * GRAIN_PX * 4)
  let state = seed + 1
  for (let at = 0; at < pixels.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels.fill(state & 0x8000_0000 ? 255 : 0, at, at + 3)
    pixels[at + 3] = (state >>> 24) & 0x0f
  }
  return pixels
}

function withExif(picture: Sharp, options: PhotoOptions): Sharp {
  const {
    orientation = 6,
    gps = true,
    takenAt = '2026-06-20T15:04:05',
    offset = '+02:00',
    serial = SERIAL,
  } = options
  const date = takenAt?.replaceAll('-', ':').replace('T', ' ')
  return picture.withMetadata({ orientation }).withExifMerge({
    IFD0: { Make: 'Orma', Model: CAMERA, Orientation: String(orientation) },
    IFD2: {
      BodySerialNumber: serial,
      ...(date && { DateTimeOriginal: date }),
      ...(offset && { OffsetTimeOriginal: offset }),
    },
    ...(gps && {
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
        GPSAreaInformation: GPS_AREA,
      },
    }),
  })
}
