import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../contract/limits.ts'
import { readExif } from '../../../server/media/exif-file.ts'
import { stripMetadata } from '../../../server/media/strip-metadata.ts'
import { inspectPhoto } from '../../../server/media/inspect-photo.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { pngChunk } from '../../support/png-chunks.ts'

/** Of a busy machine: each takes 0.2 to 1 s, and took up to more than 90 s where nothing was limited. */
const CPU_MAX_MS = 4_000
const DEADLINE_MS = 60_000
/** Each is read by itself, with a request to a bucket. */
const PARTS_MAX = 1_000

const file = join(await sharedFolder(), 'photo')

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** As large as an upload may be: `piece` again and again between the beginning and the end of a file. */
function filled(start: string | Buffer, piece: string | Buffer, end: string | Buffer = ''): Buffer {
  const [head, tail, one] = [start, end, piece].map((part) =>
    typeof part === 'string' ? bytesOf(part) : part,
  ) as [Buffer, Buffer, Buffer]
  const count = Math.floor((MAX_UPLOAD_BYTES - head.length - tail.length) / one.length)
  return Buffer.concat([head, Buffer.alloc(count * one.length, one), tail])
}

const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic'
const HEIC_BOXES = '\0\0\0\x08meta\0\0\0\x08mdat'
const JPEG_END =
  '\xff\xc0\0\x0b\x08\0\x10\0\x10\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0\x3f\0pixels\xff\xd9'
const PNG = Buffer.concat([
  bytesOf('\x89PNG\r\n\x1a\n'),
  pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
])
const PNG_END = Buffer.concat([pngChunk('IDAT', bytesOf('x')), pngChunk('IEND', Buffer.of())])
const PROFILE = Buffer.concat([bytesOf('sRGB\0\0'), deflateSync(bytesOf('x'))])
const GIF = 'GIF89a\x01\0\x01\0\0\0\0'
const GIF_PICTURE = '\x2c\0\0\0\0\x01\0\x01\0\0\x02'

/** Files of 30 MB whose frame is right and has as many pieces as fit; `isRefused`: more than a photo may have. */
const manyPieces: { name: string; isRefused: boolean; make: () => Buffer }[] = [
  {
    name: 'a HEIC full of what may begin its EXIF data',
    isRefused: false,
    make: () => filled(HEIC + HEIC_BOXES, 'M'),
  },
  {
    name: 'a HEIC of empty boxes',
    isRefused: true,
    make: () => filled(HEIC, '\0\0\0\x08free', HEIC_BOXES),
  },
  {
    name: 'a JPEG of empty tables and comments',
    isRefused: true,
    make: () => filled('\xff\xd8', '\xff\xdb\0\x02\xff\xfe\0\x02', JPEG_END),
  },
  {
    name: 'a PNG of empty chunks',
    isRefused: true,
    make: () => filled(PNG, pngChunk('IDAT', Buffer.of()), PNG_END),
  },
  {
    name: 'a PNG of colour profiles',
    isRefused: true,
    make: () => filled(PNG, pngChunk('iCCP', PROFILE), PNG_END),
  },
  {
    name: 'a GIF of empty blocks',
    isRefused: true,
    make: () => filled(GIF, '\x21\xf9\0', `${GIF_PICTURE}\x01a\0;`),
  },
  {
    name: 'a GIF whose pixels come one by one',
    isRefused: false,
    make: () => filled(GIF + GIF_PICTURE, '\x01a', '\0;'),
  },
  {
    name: 'a WebP of tiny chunks',
    isRefused: false,
    make() {
      const webp = filled('RIFF\0\0\0\0WEBP', 'VP8 \x01\0\0\0\0\0')
      webp.writeUInt32LE(webp.length - 8, 4)
      return webp
    },
  },
]

it.each(manyPieces)(
  '$name costs the server little before it is decoded',
  async ({ make, isRefused }) => {
    await writeFile(file, make())
    const before = process.cpuUsage()
    const { damage } = await inspectPhoto(file)
    await readExif(file)
    const taken = { takenAt: '2026-06-20T18:30:00', offset: '+02:00', orientation: 6 }
    const cut = await stripMetadata(file, taken)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(CPU_MAX_MS)
    expect(damage !== undefined).toBe(isRefused)
    expect(cut?.parts.length ?? 0).toBeLessThanOrEqual(PARTS_MAX)
  },
  DEADLINE_MS,
)
