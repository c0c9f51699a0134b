import { isExifSegment, parseExif, parseExifSegment } from '../../contract/exif.ts'
import type { Exif } from '../../contract/exif.ts'
import { readType, withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { SOS } from './jpeg-file.ts'
import { findInBoxes, findInPng, findInWebp } from './metadata-blocks.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

const [FILL, APP1] = [0xff, 0xe1]

/**
 * The EXIF data of a photo; none for a file that has none or is no photo. Rejects only where the file cannot be read. Of the file no
 * more is read than they take, and the heads of its parts.
 */
export async function readExif(file: string | Uint8Array): Promise<Exif> {
  return await withFileReader(file, async (reader) => {
    const type = await readType(reader)
    return type ? await readOfType(reader, type) : { times: [] }
  })
}

async function readOfType(reader: FileReader, type: PhotoType): Promise<Exif> {
  if (type === 'jpeg') return parseExifSegment(await findSegment(reader))
  if (type === 'png') return parseBlock(await findInPng(reader))
  if (type === 'webp') return parseBlock(await findInWebp(reader))
  if (type === 'gif') return { times: [] }
  // Their own structure says how they are turned, and every decoder turns them by it.
  return { times: parseBlock(await findInBoxes(reader)).times }
}

/** The segment with EXIF data, which stands before the picture's data. */
async function findSegment(reader: FileReader): Promise<Uint8Array | undefined> {
  reader.skip(2)
  for (;;) {
    const start = reader.position()
    const head = Buffer.from((await reader.take(4)) ?? [])
    if (head.length < 4 || head[0] !== FILL || head[1] === SOS) return undefined
    const isFilled = head[1] === FILL
    const end = isFilled ? start + 1 : start + 2 + head.readUInt16BE(2)
    if (head[1] === APP1) {
      reader.moveTo(start)
      const segment = await reader.take(end - start)
      if (segment && isExifSegment(segment)) return segment
    }
    reader.moveTo(end)
  }
}

/** In the plainest file that holds EXIF data at any length: the library reads no block by itself. */
function parseBlock(exif: Uint8Array = new Uint8Array()): Exif {
  const head = Buffer.from('RIFF\0\0\0\0WEBPEXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(exif.length, head.length - 4)
  return parseExif(Buffer.concat([head, exif, Buffer.alloc(exif.length % 2)]))
}
