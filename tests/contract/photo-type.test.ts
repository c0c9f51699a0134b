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
    ['a ftyp box that claims to be huge', '\xff\xff\xff\xffftyp'],
  ])('takes %s for no photo', (_name, text) => {
    expect(sniffPhoto(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})
