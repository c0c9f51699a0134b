import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { afterAll, describe, expect, it } from 'vitest'
import { withProfile } from '../../../server/media/icc-profile.ts'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import { addExifToPng, makeExifBlock, TAG } from '../../support/exif-block.ts'
import {
  CAMERA,
  colourAt,
  GPS_WORD,
  isUpright,
  makeMovingGif,
  makePhoto,
  makePhotoAs,
  readSidewaysHeic,
  SERIAL,
} from '../../support/photos.ts'

const photos = createPhotoProcess()
afterAll(async () => {
  await photos.close()
})

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

  it('takes grey, CMYK, 16 bit and animated pictures', async () => {
    const picture = sharp(await makePhotoAs('png'))
    for (const bytes of [
      await picture.clone().greyscale().jpeg().toBuffer(),
      await picture.clone().toColourspace('cmyk').jpeg().toBuffer(),
      await picture.clone().toColourspace('rgb16').png().toBuffer(),
    ]) {
      expect(await photos.render(bytes)).toMatchObject({ width: 640, height: 480 })
    }
    expect(await photos.render(await makeMovingGif(3))).toMatchObject({ width: 160, height: 120 })
  })
})

describe('X12: render: what must not leave the server', () => {
  it.each(['srgb', 'p3', undefined] as const)(
    'leaves out place, serial number, camera, date, comments, XMP, IPTC and MPF (profile %s)',
    async (profile) => {
      const photo = await makePhoto({ width: 800, height: 600, profile })
      const withMore = Buffer.concat([
        photo.subarray(0, 2),
        segment(0xfe, `comment ${GPS_WORD}`),
        segment(
          0xe1,
          `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="52,31.2N" aux:SerialNumber="${SERIAL}"/>`,
        ),
        segment(0xe2, `MPF\0MM\0*${SERIAL}`),
        segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0e\x1c\x02\x5a\0\x08${GPS_WORD}`),
        photo.subarray(2),
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

  it('leaves out what a PNG carries', async () => {
    const block = makeExifBlock({
      photo: { [TAG.bodySerialNumber]: SERIAL },
      gps: { [TAG.gpsMapDatum]: GPS_WORD },
    })
    const { full, thumb } = await photos.render(addExifToPng(await makePhotoAs('png'), block))
    expectNoSecrets(full, thumb)
  })
})

describe('render: colours', () => {
  it('carries a small Display P3 profile along and shows the same colours', async () => {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, profile: 'p3' })
    const { full, thumb } = await photos.render(photo)
    expect((await sharp(full).metadata()).icc).toEqual((await sharp(photo).metadata()).icc)
    expect((await sharp(thumb).metadata()).icc).toBeUndefined()
    await expectSameColours(photo, full)
    await expectSameColours(photo, thumb)
  })

  it('converts from a profile that is large, and leaves it out', async () => {
    const photo = await withChangedProfile((icc) => {
      const large = Buffer.concat([icc, Buffer.alloc(5000)])
      large.writeUInt32BE(large.length, 0)
      return large
    })
    const { full } = await photos.render(photo)
    expect((await sharp(full).metadata()).icc).toBeUndefined()
    await expectSameColours(photo, full)
  })

  it("converts from a profile of one's own device, whose name may tell whose it is", async () => {
    const photo = await withChangedProfile((icc) => {
      const own = Buffer.from(icc)
      own.write('\0S\0N\x001\x002', icc.indexOf('\0s\0P\x003\0C', 0, 'latin1'), 'latin1')
      return own
    })
    const { full } = await photos.render(photo)
    expect((await sharp(full).metadata()).icc).toBeUndefined()
    await expectSameColours(photo, full)
  })
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

const SECRETS = [GPS_WORD, SERIAL, CAMERA, '2026:06:20', 'Exif', 'xmpmeta', 'GPS', '8BIM']

function expectNoSecrets(...renditions: Uint8Array[]): void {
  for (const bytes of renditions.map((rendition) => Buffer.from(rendition))) {
    expect(SECRETS.filter((word) => bytes.includes(word))).toEqual([])
  }
}

function segment(marker: number, content: string): Buffer {
  const bytes = Buffer.from(`\xff${String.fromCharCode(marker)}\0\0${content}`, 'latin1')
  bytes.writeUInt16BE(bytes.length - 2, 2)
  return bytes
}

/** A photo in Display P3 whose profile has been exchanged for a changed one that means the same colours. */
async function withChangedProfile(change: (icc: Buffer) => Buffer): Promise<Buffer> {
  const photo = await makePhoto({ width: 640, height: 480, orientation: 1, profile: 'p3' })
  const { icc } = await sharp(photo).metadata()
  // Decoding to PNG keeps the numbers of the pixels; the profile is put back by hand.
  const plain = await sharp(await sharp(photo).keepIccProfile().png().toBuffer())
    .keepIccProfile()
    .jpeg({ quality: 95 })
    .toBuffer()
  const start = plain.indexOf('ICC_PROFILE') - 4
  const stripped = Buffer.concat([
    plain.subarray(0, start),
    plain.subarray(start + 2 + plain.readUInt16BE(start + 2)),
  ])
  return withProfile(stripped, change(icc!))
}

async function expectSameColours(one: Uint8Array, other: Uint8Array): Promise<void> {
  for (const [x, y] of [
    [0.06, 0.06],
    [0.5, 0.1],
    [0.2, 0.62],
    [0.8, 0.3],
  ] as const) {
    const [before, after] = [await colourAt(one, x, y), await colourAt(other, x, y)]
    for (const channel of [0, 1, 2] as const)
      expect(Math.abs(before[channel] - after[channel])).toBeLessThan(14)
  }
}
