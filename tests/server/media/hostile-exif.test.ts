import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readExif } from '../../../server/media/exif-file.ts'
import { jpegSegment, makeExifBlock } from '../../support/exif-block.ts'
import { makePhoto, makePhotoAs } from '../../support/photos.ts'
import { pngChunk } from '../../support/png-chunks.ts'

/** A hundred times what it took. */
const CPU_MAX_MS = 2000
const SMALL = { width: 160, height: 120 }

const bare = await makePhoto(SMALL)

const withSegment = (marker: number, content: string | Uint8Array): Buffer =>
  Buffer.concat([bare.subarray(0, 2), jpegSegment(marker, content), bare.subarray(2)])
const withXmp = (packet: string): Buffer =>
  withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${packet}`)

it.each([
  [
    'a folder of 5000 tags',
    async () => {
      const main = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at, 1]))
      return withSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), makeExifBlock({ main })]))
    },
  ],
  ['a packet of elements that never end', () => withXmp('<exif:DateTimeOriginal '.repeat(2800))],
  ['a packet of blanks', () => withXmp(`xmp:CreateDate${' '.repeat(65_000)}`)],
  ['a packet of ends', () => withXmp(`${'<?xpacket end=""?>'.repeat(3500)}\nx`)],
  [
    'a PNG of packed profiles',
    async () => {
      const profile = deflateSync(Buffer.alloc(190_000, '20'))
      const content = Buffer.concat([Buffer.from('Raw profile type xmp\0\0'), profile])
      const chunks = Array.from({ length: 2000 }, () => pngChunk('zTXt', content))
      const png = await makePhotoAs('png', SMALL)
      return Buffer.concat([png.subarray(0, -12), ...chunks, png.subarray(-12)])
    },
  ],
])('X11: %s takes little time to read', async (_name, make) => {
  const photo = await make()
  const before = process.cpuUsage()
  await readExif(photo)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(CPU_MAX_MS)
})
