import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readExif } from '../../../server/media/exif-file.ts'
import { stripMetadata } from '../../../server/media/strip-metadata.ts'
import { inspectPhoto } from '../../../server/media/inspect-photo.ts'
import { makeExifBlock, TAG } from '../../support/exif-block.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { jpegSegment, withJpegSegments, xmpSegment } from '../../support/jpeg-segments.ts'
import {
  CAMERA,
  GPS_WORD,
  makeMovingGif,
  makePhoto,
  makePhotoAs,
  readSidewaysHeic,
  SERIAL,
} from '../../support/photos.ts'
import { withPngChunk } from '../../support/png-chunks.ts'

const TAKEN = { takenAt: '2026-06-20T15:04:05', offset: '+02:00' }
const TIMES = [{ clock: TAKEN.takenAt, offset: TAKEN.offset }]
/** None of it may leave. */
const SECRET = 'ORMA-SECRET'
const SMALL = { width: 160, height: 120 }

const file = path.join(await sharedFolder(), 'photo')

/** What is left of a photo; undefined where it cannot be cut. */
async function cut(photo: Buffer): Promise<Buffer | undefined> {
  const { orientation } = await readExif(photo)
  const found = await stripMetadata(photo, { ...TAKEN, orientation: orientation ?? 1 })
  return (
    found &&
    Buffer.concat(
      found.parts.map((part) =>
        Buffer.isBuffer(part) ? part : photo.subarray(part.start, part.end),
      ),
    )
  )
}

/** Every picture of a file as decoded, as it lies in it. */
async function pixelsOf(photo: Buffer): Promise<Buffer> {
  return await sharp(photo, { animated: true, failOn: 'none' }).raw().toBuffer()
}

/** A photo as a phone makes it, with everything that phones and programs write into a JPEG. */
async function talkative(options: { orientation?: number; progressive?: boolean } = {}) {
  const photo = await makePhoto({ ...SMALL, profile: 'p3', ...options })
  const more = [
    xmpSegment(`<x:xmpmeta>${SECRET}</x:xmpmeta>`),
    jpegSegment(0xe2, `MPF\0${SECRET}`),
    jpegSegment(0xe0, `JFXX\0\x10${SECRET}`),
    jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
    jpegSegment(0xe5, SECRET),
    jpegSegment(0xfe, SECRET),
  ]
  const second = await makePhoto({ width: 64, height: 48 })
  return Buffer.concat([withJpegSegments(photo, ...more), second, Buffer.from(SECRET)])
}

async function talkativePng(): Promise<Buffer> {
  const block = makeExifBlock({
    main: { [TAG.orientation]: 6 },
    gps: { [TAG.gpsMapDatum]: GPS_WORD },
  })
  const png = withPngChunk(await makePhotoAs('png', SMALL), 'eXIf', block)
  const words = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)
  const { icc } = await sharp(await makePhoto({ ...SMALL, profile: 'p3' })).metadata()
  const profile = Buffer.concat([Buffer.from(`${SECRET}\0\0`), deflateSync(icc!)])
  const wide = withPngChunk(png, 'iCCP', profile)
  return Buffer.concat([withPngChunk(wide, 'iTXt', words), Buffer.from(SECRET)])
}

async function talkativeWebp(): Promise<Buffer> {
  const exif = { IFD0: { Copyright: SECRET, Orientation: '6' }, IFD3: { GPSMapDatum: GPS_WORD } }
  const webp = await sharp(await makePhotoAs('png', SMALL))
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .webp()
    .toBuffer()
  return Buffer.concat([webp, Buffer.from(SECRET)])
}

async function talkativeGif(): Promise<Buffer> {
  const gif = await makeMovingGif(3)
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1')
  const xmp = Buffer.from(
    `\x21\xff\x0bXMP DataXMP${String.fromCharCode(SECRET.length)}${SECRET}\0`,
    'latin1',
  )
  const at = gif.indexOf('\x21', 13, 'latin1')
  return Buffer.concat([gif.subarray(0, at), comment, xmp, gif.subarray(at), Buffer.from(SECRET)])
}

const kinds = [
  ['JPEG', () => talkative({ orientation: 6 })],
  ['progressive JPEG', () => talkative({ orientation: 8, progressive: true })],
  ['PNG', talkativePng],
  ['WebP', talkativeWebp],
  ['moving GIF', talkativeGif],
] as const

describe('stripMetadata', () => {
  it.each([1, 2])('keeps the pixels of a JPEG that lacks its last %i bytes', async (missing) => {
    const whole = await makePhoto(SMALL)
    const left = await cut(whole.subarray(0, -missing))
    expect(left && (await pixelsOf(left))).toEqual(await pixelsOf(whole))
  })

  it.each(kinds)(
    'X12: leaves nothing in a %s but what decides how it looks',
    async (_kind, make) => {
      const photo = await make()
      const left = await cut(photo)
      if (!left) throw new Error('not cut')
      const written = [SECRET, GPS_WORD, SERIAL, CAMERA, 'xmp', 'MPF']
      expect(written.filter((word) => photo.includes(word)).length).toBeGreaterThan(0)
      expect(written.filter((word) => left.includes(word))).toEqual([])
      expect(await pixelsOf(left)).toEqual(await pixelsOf(photo))
      await writeFile(file, left)
      expect((await inspectPhoto(file)).damage).toBe(undefined)
      const [was, is] = [await sharp(photo).metadata(), await sharp(left).metadata()]
      expect([is.orientation, is.icc, is.delay, is.loop]).toEqual([
        was.orientation,
        was.icc,
        was.delay,
        was.loop,
      ])
    },
  )

  it.each(kinds.slice(0, 4))('says in a %s when it was taken', async (_kind, make) => {
    const left = await cut(await make())
    expect((await readExif(left!)).times).toEqual(TIMES)
  })

  it('gives the time it was taken to a photo that has none', async () => {
    const left = await cut(await makePhoto({ width: 64, height: 48, takenAt: null, offset: null }))
    expect(await readExif(left!)).toEqual({ times: TIMES, orientation: 6 })
  })

  it('cuts no photo whose colours hang on a profile that may say whose it is', async () => {
    const photo = await makePhoto({ width: 64, height: 48, profile: 'p3' })
    const own = Buffer.from(photo)
    const at = own.indexOf('ICC_PROFILE')
    expect(await cut(own)).toBeDefined()
    const words = own
      .toString('latin1')
      .replaceAll(/P\0?3/g, (name) => 'X'.padEnd(name.length, 'X'))
    const foreign = Buffer.from(words.replaceAll('sRGB', 'XXXX'), 'latin1')
    expect(foreign.indexOf('ICC_PROFILE')).toBe(at)
    expect(await cut(foreign)).toBe(undefined)
  })

  it('cuts no JPEG in which something stands between two segments', async () => {
    const photo = await makePhoto({ ...SMALL, orientation: 6 })
    const second = 4 + photo.readUInt16BE(4)
    const odd = Buffer.concat([
      photo.subarray(0, second),
      Buffer.from(SECRET),
      photo.subarray(second),
    ])
    expect(await cut(odd)).toBe(undefined)
  })

  it('cuts no HEIC or AVIF, and no file that ends too early', async () => {
    expect(await cut(await readSidewaysHeic())).toBe(undefined)
    expect(await cut(await makePhotoAs('avif', { width: 64, height: 48 }))).toBe(undefined)
    for (const [, make] of kinds) {
      const photo = await make()
      // Whether a JPEG has all its pixels was seen when it came.
      const end = photo.subarray(0, 2).toString('latin1') === '\xff\xd8' ? 300 : photo.length / 2
      expect(await cut(photo.subarray(0, end))).toBe(undefined)
    }
  })
})
