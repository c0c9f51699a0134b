import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { describe, expect, it } from 'vitest'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import { sharedPhotoProcess } from '../../support/fixtures.ts'
import { jpegSegment, withJpegSegments, xmpSegment } from '../../support/jpeg-segments.ts'
import {
  CAMERA,
  colourAt,
  GPS_WORD,
  isUpright,
  makePhoto,
  makePhotoAs,
  readHeic,
  readSidewaysHeic,
  SERIAL,
} from '../../support/photos.ts'

const photos = sharedPhotoProcess()

describe('render', () => {
  it('makes a 12 megapixel photo lying on its side upright, small and light', async () => {
    const { full, thumb, width, height, thumbhash } = await photos.render(await makePhoto())
    expect(await sharp(full).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1920,
      height: 2560,
    })
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 360, height: 480 })
    expect({ width, height }).toEqual({ width: 1920, height: 2560 })
    expect(await isUpright(full)).toBe(true)
    expect(await isUpright(thumb)).toBe(true)
    expect(thumb.length).toBeLessThan(40_000)
    const hash = Buffer.from(thumbhash, 'base64')
    expect(hash.length).toBeGreaterThanOrEqual(20)
    expect(hash.length).toBeLessThanOrEqual(25)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(3 / 4, 0)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('applies EXIF orientation %i', async (orientation) => {
    const { full, thumb, width } = await photos.render(
      await makePhoto({ width: 320, height: 240, orientation }),
    )
    expect(width).toBe(orientation < 5 ? 320 : 240)
    expect(await isUpright(full)).toBe(true)
    expect(await isUpright(thumb)).toBe(true)
  })

  it.each(['png', 'webp', 'avif', 'gif'] as const)(
    'renders a %s without enlarging it',
    async (format) => {
      const { full, thumb, width, height } = await photos.render(await makePhotoAs(format))
      expect({ width, height }).toEqual({ width: 640, height: 480 })
      expect(await sharp(thumb).metadata()).toMatchObject({ width: 480, height: 360 })
      expect(await isUpright(full)).toBe(true)
    },
  )

  it('renders a HEIC upright, turned once, in its own colours', async () => {
    const { full, thumb, width, height } = await photos.render(await readSidewaysHeic())
    expect({ width, height }).toEqual({ width: 240, height: 320 })
    expect(await isUpright(full)).toBe(true)
    expect(await isUpright(thumb)).toBe(true)
    expect((await sharp(full).metadata()).icc).toBeDefined()
    expectNoSecrets(full, thumb)
  })

  it.each([
    ['cropped', 200, 200, ['red', 'green', 'blue', 'yellow']],
    ['cropped-sideways', 120, 200, ['yellow', 'green', 'blue', 'red']],
  ] as const)('shows of a HEIC that is %s the part meant', async (name, width, height, corners) => {
    const rendered = await photos.render(await readHeic(name))
    expect(rendered).toMatchObject({ width, height })
    expect(await cornersOf(rendered.full)).toEqual(corners)
  })

  it('renders a HEIC of 50 megapixels', async () => {
    const patient = createPhotoProcess({ timeoutMs: 180_000 })
    const { width, height } = await patient.render(await readHeic('50-megapixels'))
    await patient.close()
    expect({ width, height }).toEqual({ width: 2560, height: 1928 })
  })

  it.each(['miaf', 'mif1', 'msf1'])('renders a photo whose main brand is %s', async (brand) => {
    for (const photo of [await makePhotoAs('avif'), await readSidewaysHeic()]) {
      photo.write(brand, 8)
      expect(await isUpright((await photos.render(photo)).full)).toBe(true)
    }
  })

  it.each([
    [1, 1],
    [4000, 1],
    [1, 3000],
  ])('renders a picture of %i x %i', async (width, height) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: '#4a7' } })
      .png()
      .toBuffer()
    const { full, thumb, thumbhash } = await photos.render(picture)
    const longest = Math.max(width, height)
    expect((await sharp(full).metadata()).width).toBe(
      Math.ceil(width * Math.min(1, 2560 / longest)),
    )
    expect((await sharp(thumb).metadata()).height).toBe(
      Math.ceil(height * Math.min(1, 480 / longest)),
    )
    expect(Buffer.from(thumbhash, 'base64').length).toBeGreaterThan(4)
  })

  it('lays a see-through picture on white', async () => {
    const clear = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(await colourAt((await photos.render(clear)).full, 0.5, 0.5)).toEqual([255, 255, 255])
  })
})

describe('X12: render: what must not leave the server', () => {
  it.each(['srgb', 'p3', undefined] as const)(
    'leaves out place, serial number, camera, date, comments, XMP, IPTC and MPF (profile %s)',
    async (profile) => {
      const photo = await makePhoto({ width: 800, height: 600, profile })
      const segments = [
        jpegSegment(0xfe, `comment ${GPS_WORD}`),
        xmpSegment(`<x:xmpmeta exif:GPSLatitude="52,31.2N" aux:SerialNumber="${SERIAL}"/>`),
        jpegSegment(0xe2, `MPF\0MM\0*${SERIAL}`),
        jpegSegment(
          0xed,
          `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0e\x1c\x02\x5a\0\x08${GPS_WORD}`,
        ),
      ]
      const withMore = Buffer.concat([
        withJpegSegments(photo, ...segments),
        Buffer.from(`after the end ${SERIAL}`),
      ])
      expect(withMore.includes(SERIAL) && withMore.includes(GPS_WORD)).toBe(true)
      const { full, thumb } = await photos.render(withMore)
      expectNoSecrets(full, thumb)
      for (const rendition of [full, thumb]) {
        const { exif, xmp, iptc, orientation } = await sharp(rendition).metadata()
        expect({ exif, xmp, iptc, orientation }).toEqual({})
      }
    },
  )
})

describe('renderOrmaImage', () => {
  it('cuts a square of at most 1024 pixels from the middle for the profile picture', async () => {
    const large = await photos.renderOrmaImage(await makePhoto(), 'profile')
    expect(await sharp(large).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1024,
      height: 1024,
    })
    const small = await photos.renderOrmaImage(await makePhotoAs('png'), 'profile')
    expect(await sharp(small).metadata()).toMatchObject({ width: 480, height: 480 })
    expectNoSecrets(large, small)
  })

  it('keeps the whole banner', async () => {
    const banner = await photos.renderOrmaImage(await makePhoto(), 'banner')
    expect(await sharp(banner).metadata()).toMatchObject({ width: 1920, height: 2560 })
    expect(await isUpright(Buffer.from(banner))).toBe(true)
  })
})

async function cornersOf(picture: Uint8Array): Promise<string[]> {
  const names = {
    'true,false,false': 'red',
    'false,true,false': 'green',
    'false,false,true': 'blue',
    'true,true,false': 'yellow',
  }
  const corners = [0.05, 0.95].flatMap((y) => [0.05, 0.95].map((x) => colourAt(picture, x, y)))
  const bright = (await Promise.all(corners)).map((colour) => colour.map((part) => part > 128))
  return bright.map((parts) => names[parts.join() as keyof typeof names])
}

const SECRETS = [GPS_WORD, SERIAL, CAMERA, '2026:06:20', 'Exif', 'xmpmeta', 'GPS', '8BIM']

function expectNoSecrets(...renditions: Uint8Array[]): void {
  for (const bytes of renditions.map((rendition) => Buffer.from(rendition))) {
    expect(SECRETS.filter((word) => bytes.includes(word))).toEqual([])
  }
}
