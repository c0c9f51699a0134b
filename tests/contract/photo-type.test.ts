import { describe, expect, it } from 'vitest'
import { sniffPhoto } from '../../contract/photo-type.ts'
import { makePhoto, makePhotoAs, readSidewaysHeic } from '../support/photos.ts'

describe('sniffPhoto', () => {
  it('knows each kind of photo by its bytes', async () => {
    expect(sniffPhoto(await makePhoto({ width: 64, height: 48 }))).toBe('jpeg')
    expect(sniffPhoto(await readSidewaysHeic())).toBe('heic')
    for (const format of ['png', 'webp', 'avif', 'gif'] as const) {
      expect(sniffPhoto(await makePhotoAs(format, { width: 64, height: 48 }))).toBe(format)
    }
  })

  it.each([
    ['heic', 'infe\x02\0\0\x01\0\x01\0\0hvc1'],
    ['heic', 'infe\x03\0\0\0\0\0\0\x01\0\0hvc1'],
    ['avif', 'infe\x02\0\0\0\0\x01\0\0av01'],
  ] as const)('knows %s by its codec where brands name none', (type, item) => {
    for (const brands of ['mif1', 'msf1', 'miaf', 'mif1\0\0\0\0mif1miaf']) {
      expect(sniffPhoto(Buffer.from(withItem(brands, item), 'latin1'))).toBe(type)
    }
  })

  it('knows a kind by the last of many brands', () => {
    const brands = 'isom\0\0\0\0' + 'abcd'.repeat(40) + 'heic'
    expect(sniffPhoto(Buffer.from(withItem(brands, ''), 'latin1'))).toBe('heic')
  })

  it.each([
    ['nothing', ''],
    ['one byte', '\xff'],
    ['text', 'this is a text, whatever its name says'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['BMP', 'BM6\0\0\0'],
    ['sound in RIFF', 'RIFF\x24\0\0\0WAVEfmt '],
    ['an MP4 film', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2'],
    ['a picture in a codec that we do not take', withItem('mif1', 'infe\x02\0\0\0\0\x01\0\0j2k1')],
    ['a ftyp box that claims to be huge', '\xff\xff\xff\xffftyp'],
  ])('takes %s for no photo', (_name, text) => {
    expect(sniffPhoto(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})

/** A file of such brands, and of one item behind as many bytes as the places of many tiles take. */
function withItem(brands: string, item: string): string {
  const length = String.fromCharCode(8 + brands.length)
  return `\0\0\0${length}ftyp${brands}\0\0\x30\0meta${'\0'.repeat(12_000)}${item}`
}
