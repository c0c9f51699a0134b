import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { readExif } from '../../../server/media/exif-file.ts'
import { parseExif } from '../../../contract/exif.ts'
import { makeExifBlock, TAG } from '../../support/exif-block.ts'
import type { ExifParts } from '../../support/exif-block.ts'
import {
  exifSegment,
  jpegSegment,
  withJpegSegments,
  xmpSegment,
} from '../../support/jpeg-segments.ts'
import { makePhoto, makePhotoAs, readSidewaysHeic } from '../../support/photos.ts'
import { withPngChunk } from '../../support/png-chunks.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'

const CLOCK = '2026-06-20T15:04:05'
const TEXT = '2026:06:20 15:04:05'
const PARTS = {
  main: { [TAG.make]: 'Orma', [TAG.orientation]: 8 },
  photo: { [TAG.dateTimeOriginal]: TEXT, [TAG.offsetTimeOriginal]: '-03:30' },
}
const READ = { orientation: 8, times: [{ clock: CLOCK, offset: '-03:30' }] }
const SMALL = { width: 160, height: 120 }
const ROUNDS = process.env['ORMA_TEST_FULL'] === '1' ? 1500 : 300

const bare = await sharp(await makePhotoAs('png', SMALL))
  .jpeg()
  .toBuffer()

const withSegments = (...segments: Buffer[]) => withJpegSegments(bare, ...segments)
const exifOf = (parts: ExifParts) => exifSegment(makeExifBlock(parts))

const timesOf = async (photo: Uint8Array) => (await readExif(photo)).times

describe('parseExif', () => {
  it.each(['II', 'MM'] as const)('reads orientation, time and offset in byte order %s', (order) => {
    expect(parseExif(makeExifBlock(PARTS, order))).toEqual(READ)
  })

  it('reads an orientation of any type of number', () => {
    const main = { [TAG.orientation]: { long: 6 } }
    expect(parseExif(makeExifBlock({ main })).orientation).toBe(6)
  })

  it.each([0, 9, 65_535])('leaves out the orientation %i', (orientation) => {
    const block = makeExifBlock({ main: { [TAG.orientation]: orientation } })
    expect(parseExif(block)).toEqual({ times: [] })
  })
})

describe('the times of a photo', () => {
  it.each([
    ['DateTimeOriginal in the main folder', { main: { [TAG.dateTimeOriginal]: TEXT } }],
    ['DateTimeDigitized', { photo: { [TAG.dateTimeDigitized]: TEXT } }],
    ['DateTime', { main: { [TAG.dateTime]: TEXT } }],
  ])('are read of %s alone', async (_field, parts) => {
    expect(await timesOf(withSegments(exifOf(parts)))).toEqual([{ clock: CLOCK }])
  })

  it('stand in the order in which they are trusted, each with its own offset', async () => {
    const at = (hour: number) => `2026:06:20 ${hour}:00:00`
    const photo = withSegments(
      exifOf({
        main: { [TAG.dateTime]: at(16) },
        photo: {
          [TAG.dateTimeOriginal]: at(10),
          [TAG.offsetTimeOriginal]: '+01:00',
          [TAG.dateTimeDigitized]: at(11),
          [TAG.offsetTimeDigitized]: '+02:00',
          [TAG.offsetTime]: '+03:00',
        },
      }),
    )
    expect(
      (await timesOf(photo)).map(({ clock, offset }) => [clock.slice(11, 13), offset]),
    ).toEqual([
      ['10', '+01:00'],
      ['11', '+02:00'],
      ['16', '+03:00'],
    ])
  })
})

describe('readExif', () => {
  it('reads a JPEG behind large segments, fill bytes and other APP1 segments', async () => {
    const large = jpegSegment(0xe2, Buffer.alloc(65_000))
    const before = [large, large, large, xmpSegment('>'), Buffer.from([0xff, 0xff])]
    expect(await readExif(withSegments(...before, exifOf(PARTS)))).toEqual(READ)
  })

  // As Chromium 156 shows them.
  it('takes the first of two EXIF segments, and no orientation of a packet', async () => {
    const turned = exifOf({ main: { [TAG.orientation]: 6 } })
    const upright = exifOf({ main: { [TAG.orientation]: 1 } })
    expect(await readExif(withSegments(turned, upright))).toMatchObject({ orientation: 6 })
    expect(await readExif(withSegments(upright, turned))).toMatchObject({ orientation: 1 })
    const inPacket = withSegments(xmpSegment('<rdf:Description tiff:Orientation="6"/>'))
    expect(await readExif(inPacket)).toEqual({ times: [] })
  })

  it('reads a PNG, a WebP, an AVIF and a HEIC', async () => {
    const png = await makePhotoAs('png')
    expect(await readExif(withPngChunk(png, 'eXIf', makeExifBlock(PARTS, 'MM')))).toEqual(READ)
    const jpeg = withJpegSegments(await sharp(png).jpeg().toBuffer(), exifOf(PARTS))
    expect(await readExif(await sharp(jpeg).keepExif().webp().toBuffer())).toEqual(READ)
    // These two are turned by what stands in their own structure.
    const avif = await sharp(jpeg).keepExif().avif({ effort: 0 }).toBuffer()
    expect(await readExif(avif)).toEqual({ times: READ.times })
    const heic = await readExif(await readSidewaysHeic())
    expect(heic).toEqual({ times: [{ clock: CLOCK, offset: '+02:00' }] })
  })

  it('reads a HEIC whose description stands behind its pixels', async () => {
    const heic = await readSidewaysHeic()
    const metaAt = heic.readUInt32BE(0)
    const meta = Buffer.from(heic.subarray(metaAt, metaAt + heic.readUInt32BE(metaAt)))
    const pixels = Buffer.concat([heic.subarray(metaAt), Buffer.alloc(200_000)])
    pixels.writeUInt32BE(pixels.length, 0)
    pixels.write('mdat', 4, 'latin1')
    const behind = Buffer.concat([heic.subarray(0, metaAt), pixels, meta])
    expect(await timesOf(behind)).toEqual([{ clock: CLOCK, offset: '+02:00' }])
  })

  it('gives nothing for photos without EXIF data, cut ones and other files', async () => {
    for (const format of ['png', 'webp', 'avif', 'gif'] as const)
      expect(await readExif(await makePhotoAs(format))).toEqual({ times: [] })
    const photo = await makePhoto({ width: 320, height: 240 })
    for (const end of [0, 1, 3, 10, 40, 200])
      expect(await readExif(photo.subarray(0, end))).toEqual({ times: [] })
    expect(await readExif(Buffer.from('a text'))).toEqual({ times: [] })
  })

  it('never throws and writes to no log, whatever the bytes', async () => {
    const warn = vi.spyOn(console, 'warn')
    const jpeg = withSegments(exifOf(PARTS), xmpSegment('>'))
    const png = withPngChunk(await makePhotoAs('png', SMALL), 'eXIf', makeExifBlock(PARTS))
    const webp = await sharp(jpeg).keepExif().webp().toBuffer()
    const random = createSeededRandom(7)
    for (const photo of [jpeg, png, webp, await readSidewaysHeic()]) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const spoilt = Buffer.from(photo)
        for (let byte = 0; byte < 6; byte += 1)
          spoilt[random.between(4, 700)] = random.between(0, 255)
        await readExif(spoilt)
      }
    }
    expect(warn).not.toHaveBeenCalled()
  })
})

/** A hundred times what it took. */
const CPU_MAX_MS = 2000

it('X11: a folder of 5000 tags takes little time to read', async () => {
  const main = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at, 1]))
  const photo = withSegments(exifOf({ main }))
  const before = process.cpuUsage()
  await readExif(photo)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(CPU_MAX_MS)
})
