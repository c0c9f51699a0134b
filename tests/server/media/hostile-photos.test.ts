import { afterAll, describe, expect, it } from 'vitest'
import { PhotoError } from '../../../server/media/photo-error.ts'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import { makePhoto, readSidewaysHeic } from '../../support/photos.ts'
import { pngChunk } from '../../support/png-chunks.ts'

const photos = createPhotoProcess()
afterAll(async () => {
  await photos.close()
})

async function expectRefused(bytes: Uint8Array, reason: RegExp): Promise<void> {
  const error: unknown = await photos.render(bytes).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(PhotoError)
  expect(error).toMatchObject({ reason: 'undecodable', message: expect.stringMatching(reason) })
}

describe('render: hostile and broken pictures', () => {
  it('refuses a JPEG cut anywhere, rather than show half of it', async () => {
    const photo = await makePhoto({ width: 1600, height: 1200 })
    for (const share of [0.01, 0.5, 0.97])
      await expectRefused(photo.subarray(0, Math.floor(photo.length * share)), /./)
  })

  it('refuses a HEIC that says it has 65,535 items, for good', async () => {
    const photo = await readSidewaysHeic()
    photo.writeUInt16BE(65_535, photo.indexOf('iinf') + 8)
    await expectRefused(photo, /security limit/i)
  })

  it('refuses a PNG of 30,000 x 30,000 pixels without decoding it', async () => {
    await expectRefused(pngOfSize(30_000, 30_000), /pixel/i)
    await expectRefused(pngOfSize(2 ** 31 - 1, 2 ** 31 - 1), /./)
  })

  it('takes fewer pixels of a progressive JPEG than of a baseline one', async () => {
    const progressive = await makePhoto({ width: 320, height: 240, progressive: true })
    await expectRefused(withJpegSize(progressive, 9000, 9000), /More than 64000000 pixels/)
    const baseline = await makePhoto({ width: 320, height: 240 })
    expect(await photos.render(withJpegSize(baseline, 9000, 9000))).toMatchObject({ height: 2560 })
    await expectRefused(withJpegSize(baseline, 15_000, 15_000), /pixel/i)
  })
})

/** A small, well-formed PNG that claims to be of any size. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    pngChunk('IEND', Buffer.of()),
  ])
}

/** The same JPEG with another size written into its frame header (SOF0 or SOF2). */
function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = Math.max(changed.indexOf('ffc00011', 'hex'), changed.indexOf('ffc20011', 'hex'))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}
