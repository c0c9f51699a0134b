import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readExif } from '../../../server/media/exif-file.ts'
import { parseExif } from '../../../contract/exif.ts'
import type { Exif } from '../../../contract/exif.ts'
import { addExifToJpeg, addExifToPng, makeExifBlock, TAG } from '../../support/exif-block.ts'
import { makePhoto, makePhotoAs, readSidewaysHeic } from '../../support/photos.ts'

const PARTS = {
  main: { [TAG.make]: 'Orma', [TAG.orientation]: 8 },
  photo: { [TAG.dateTimeOriginal]: '2026:06:20 15:04:05', [TAG.offsetTimeOriginal]: '-03:30' },
}
const READ: Exif = { orientation: 8, takenAt: '2026-06-20T15:04:05', offset: '-03:30' }

describe('parseExif', () => {
  it.each(['II', 'MM'] as const)('reads orientation, time and offset in byte order %s', (order) => {
    const block = makeExifBlock(PARTS, order)
    expect(parseExif(block)).toEqual(READ)
    expect(parseExif(Buffer.concat([Buffer.from('Exif\0\0'), block]))).toEqual(READ)
  })

  it.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:02:31 10:00:00',
    '2026:13:01 10:00:00',
    '1970:01:01 00:00:00',
    '',
    'yesterday',
  ])('leaves out the time %j that cannot have been', (text) => {
    expect(
      parseExif(makeExifBlock({ photo: { [TAG.dateTimeOriginal]: text } })).takenAt,
    ).toBeUndefined()
  })

  it.each(['+25:00', '2:00', '+02', '+02:61', '  ', 'Z'])('leaves out the offset %j', (text) => {
    expect(
      parseExif(makeExifBlock({ photo: { [TAG.offsetTimeOriginal]: text } })).offset,
    ).toBeUndefined()
  })

  it.each([0, 9, 65_535])('leaves out the orientation %i', (orientation) => {
    expect(parseExif(makeExifBlock({ main: { [TAG.orientation]: orientation } }))).toEqual({})
  })

  it('never throws, whatever the bytes', () => {
    const block = Buffer.concat([Buffer.from('Exif\0\0'), makeExifBlock(PARTS)])
    for (let end = 0; end < block.length; end += 1)
      expect(parseExif(block.subarray(0, end))).toBeTypeOf('object')
    let state = 1
    for (let round = 0; round < 20_000; round += 1) {
      const mutated = Buffer.from(block)
      for (let change = 0; change < 4; change += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        mutated[state % mutated.length] = state >>> 24
      }
      parseExif(mutated)
    }
  })
})

describe('readExif', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'orma-exif-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  async function read(bytes: Uint8Array): Promise<Exif> {
    const file = path.join(folder, 'photo')
    await writeFile(file, bytes)
    return await readExif(file)
  }

  it('reads a JPEG, also behind other segments', async () => {
    const photo = await makePhoto({ width: 320, height: 240, orientation: 3 })
    expect(await read(photo)).toEqual({
      orientation: 3,
      takenAt: '2026-06-20T15:04:05',
      offset: '+02:00',
    })
    const xmp = Buffer.from('\xff\xe1\0\x1ehttp://ns.adobe.com/xap/1.0\0', 'latin1')
    expect(await read(Buffer.concat([photo.subarray(0, 2), xmp, photo.subarray(2)]))).toMatchObject(
      { orientation: 3 },
    )
  })

  it('reads a PNG, a WebP, an AVIF and a HEIC', async () => {
    const png = await makePhotoAs('png')
    expect(await read(addExifToPng(png, makeExifBlock(PARTS, 'MM')))).toEqual(READ)
    const jpeg = addExifToJpeg(await sharp(png).jpeg().toBuffer(), makeExifBlock(PARTS))
    expect(await read(await sharp(jpeg).keepExif().webp().toBuffer())).toEqual(READ)
    expect(await read(await sharp(jpeg).keepExif().avif({ effort: 0 }).toBuffer())).toEqual(READ)
    expect(await read(await readSidewaysHeic())).toEqual({
      orientation: 6,
      takenAt: '2026-06-20T15:04:05',
      offset: '+02:00',
    })
  })

  it('gives nothing for photos without EXIF data, cut ones and other files', async () => {
    for (const format of ['png', 'webp', 'avif', 'gif'] as const)
      expect(await read(await makePhotoAs(format))).toEqual({})
    const photo = await makePhoto({ width: 320, height: 240 })
    for (const end of [0, 1, 3, 10, 40, 200]) expect(await read(photo.subarray(0, end))).toEqual({})
    expect(await read(Buffer.from('a text'))).toEqual({})
  })
})
