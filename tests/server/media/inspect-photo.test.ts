import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspectPhoto } from '../../../server/media/inspect-photo.ts'
import type { PhotoInspection } from '../../../server/media/inspect-photo.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { jpegSegment, withJpegSegments } from '../../support/jpeg-segments.ts'
import { makeMovingGif, makePhoto, makePhotoAs, readSidewaysHeic } from '../../support/photos.ts'

const folder = await sharedFolder()

async function inspect(...parts: Array<Uint8Array | string>): Promise<PhotoInspection> {
  const file = path.join(folder, 'photo.jpg')
  await writeFile(
    file,
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    ),
  )
  return await inspectPhoto(file)
}

const kinds = [
  ['jpeg', async () => await makePhoto({ width: 1200, height: 900 })],
  [
    'jpeg',
    async () => await makePhoto({ width: 1200, height: 900, progressive: true, profile: 'p3' }),
  ],
  ['png', async () => await makePhotoAs('png')],
  ['webp', async () => await makePhotoAs('webp')],
  ['gif', async () => await makePhotoAs('gif')],
  ['gif', async () => await makeMovingGif(5)],
  ['avif', async () => await makePhotoAs('avif')],
  ['heic', readSidewaysHeic],
] as const

describe('inspectPhoto', () => {
  it.each(kinds)('finds nothing wrong with a whole %s', async (type, make) => {
    expect(await inspect(await make())).toEqual({ type, damage: undefined })
  })

  it.each(kinds)('finds the missing end of a %s cut anywhere', async (type, make) => {
    const photo = await make()
    for (const share of [0.02, 0.1, 0.3, 0.5, 0.75, 0.99]) {
      const inspection = await inspect(photo.subarray(0, Math.floor(photo.length * share)))
      expect(inspection.damage, `cut at ${share}`).toBeTypeOf('string')
      expect(inspection.type).toBe(type)
    }
    expect((await inspect(photo.subarray(0, -3))).damage).toBeTypeOf('string')
  })

  it.each(kinds)('lets a %s be followed by data of the phone maker', async (type, make) => {
    expect(
      await inspect(await make(), 'SEFHe\0\0\0\x01\0\0 a short film or a second picture SEFT'),
    ).toEqual({ type })
  })

  it('is not misled by the small picture inside a cut JPEG’s EXIF', async () => {
    const small = await makePhoto({ width: 64, height: 48 })
    const photo = await makePhoto({ width: 640, height: 480 })
    const nested = withJpegSegments(photo, jpegSegment(0xe2, small))
    expect((await inspect(nested)).damage).toBeUndefined()
    expect((await inspect(nested.subarray(0, -10))).damage).toBe('JPEG without end')
  })

  it.each(kinds)('counts the pixels that a %s says it has', async (type, make) => {
    const photo = await make()
    expect((await inspect(withSize(photo, 14_000, 14_000))).hasTooManyPixels).toBe(
      type === 'jpeg' && photo.indexOf('ffc2', 'hex') < 0 ? undefined : true,
    )
    expect((await inspect(withSize(photo, 15_000, 15_000))).hasTooManyPixels).toBe(true)
  })

  it('finds one flipped bit in a PNG by its checksum', async () => {
    const photo = await makePhotoAs('png')
    photo[Math.floor(photo.length / 2)]! ^= 1
    expect((await inspect(photo)).damage).toBe('PNG checksum of IDAT wrong')
  })

  it.each([
    ['a JPEG that is only its header', '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0'],
    ['a JPEG without picture', '\xff\xd8\xff\xd9'],
    ['a JPEG segment of impossible length', '\xff\xd8\xff\xe0\0\0\xff\xd9'],
    ['a PNG that is only its signature', '\x89PNG\r\n\x1a\n'],
    ['a PNG that claims 4 GB', '\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR'],
    ['a GIF that is only its name', 'GIF89a'],
    ['a WebP that is only its name', 'RIFF\xff\xff\xff\x7fWEBP'],
    ['a HEIC that is only its name', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    [
      'a HEIC whose box goes round in circles',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0\0\0\0\x01meta',
    ],
    ['a HEIC box of length 1 that is cut', '\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x01meta\0\0'],
  ])('finds %s damaged', async (_name, bytes) => {
    const inspection = await inspect(bytes)
    expect(inspection.type).toBeDefined()
    expect(inspection.damage).toBeTypeOf('string')
  })

  it.each(['', 'x', 'a text named photo.jpg', '<svg xmlns="http://www.w3.org/2000/svg"/>'])(
    'takes %j for no photo',
    async (text) => {
      expect(await inspect(text)).toEqual({ type: undefined })
    },
  )
})

/** A photo that says of itself that it is of this size. */
function withSize(photo: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(photo)
  const find = (text: string) => changed.indexOf(text, 0, 'latin1')
  const sizeBox = find('ispe') + 8
  const frame = Math.max(find('\xff\xc0\0\x11'), find('\xff\xc2\0\x11')) + 5
  if (find('PNG') === 1) {
    changed.writeUInt32BE(width, 16)
    changed.writeUInt32BE(height, 20)
  } else if (find('GIF') === 0) {
    changed.writeUInt16LE(width, 6)
    changed.writeUInt16LE(height, 8)
  } else if (find('VP8 ') === 12) {
    changed.writeUInt16LE(width, 26)
    changed.writeUInt16LE(height, 28)
  } else if (find('ftyp') === 4) {
    changed.writeUInt32BE(width, sizeBox)
    changed.writeUInt32BE(height, sizeBox + 4)
  } else {
    changed.writeUInt16BE(height, frame)
    changed.writeUInt16BE(width, frame + 2)
  }
  return changed
}
