import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { PhotoError } from '../../../server/media/photo-messages.ts'
import type { PhotoRenditions } from '../../../server/media/photo-renditions.ts'
import { sharedPhotoProcess } from '../../support/fixtures.ts'
import { PAYLOAD, spoilPhoto } from '../../support/hostile/spoil-photo.ts'
import { jpegSegment, withJpegSegments } from '../../support/jpeg-segments.ts'
import { watchMemory } from '../../support/peak-memory.ts'
import { makePhoto, makePhotoAs, readSidewaysHeic } from '../../support/photos.ts'
import { makePng, withPngChunk } from '../../support/png-chunks.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const FILES = Number(
  process.env['FUZZ_ROUNDS'] ?? (process.env['ORMA_TEST_FULL'] === '1' ? 500 : 24),
)
const MOST_MEGABYTES = 700

const photos = sharedPhotoProcess({ parallelism: 2 })
const memory = watchMemory(photos)
afterAll(() => memory.stop())

/** What became of a file: what it was made into, or why it was refused. */
async function outcome(bytes: Uint8Array): Promise<PhotoRenditions | PhotoError> {
  try {
    return await photos.render(bytes)
  } catch (error) {
    if (error instanceof PhotoError) return error
    throw error
  }
}

/** What is wrong with an outcome, in words; undefined where the file was refused for good, or encoded anew without anything else of it. */
async function harmIn(made: PhotoRenditions | PhotoError): Promise<string | undefined> {
  if (made instanceof PhotoError) {
    return made.reason === 'undecodable' ? undefined : `ended the process: ${made.message}`
  }
  for (const [bytes, format] of [
    [made.full, 'jpeg'],
    [made.thumb, 'webp'],
  ] as const) {
    const found = await sharp(bytes).metadata()
    if (found.format !== format) return `became ${found.format}`
    if (found.exif ?? found.xmp ?? found.iptc ?? found.comments) return 'kept its metadata'
    if (Math.max(found.width, found.height) > 2560) return `has ${found.width} x ${found.height}`
    if (holdsPayload(bytes)) return 'kept its program'
  }
  return undefined
}

function holdsPayload(bytes: Uint8Array): boolean {
  return ['<script', '<?php', 'system($', '|touch'].some((part) =>
    Buffer.from(bytes).includes(part),
  )
}

async function expectRefused(bytes: Uint8Array, reason = /./): Promise<void> {
  const refusal = { reason: 'undecodable', message: expect.stringMatching(reason) }
  expect(await outcome(bytes)).toMatchObject(refusal)
}

async function expectHarmless(bytes: Uint8Array): Promise<void> {
  expect(await harmIn(await outcome(bytes))).toBeUndefined()
}

describe('X11, F7: malicious images', () => {
  it(
    `are refused or encoded anew, ${FILES} of them by chance (FUZZ_SEED=${SEED})`,
    { timeout: 600_000 },
    async () => {
      const originals = [
        ...[1, 2, 3].map((seed) => makePhoto({ width: 320, height: 240, seed })),
        makePhoto({ width: 320, height: 240, progressive: true, profile: 'p3' }),
        ...(['png', 'webp', 'gif', 'avif'] as const).map((format) =>
          makePhotoAs(format, { width: 160, height: 120 }),
        ),
        readSidewaysHeic(),
      ]
      const sources = await Promise.all(originals)
      const random = createSeededRandom(SEED)
      const harms: string[] = []
      let refused = 0
      const files = Array.from({ length: FILES }, () => spoilPhoto(sources, random))
      await Promise.all(
        files.map(async ({ bytes, how }, at) => {
          const made = await outcome(bytes)
          if (made instanceof PhotoError) refused += 1
          const harm = await harmIn(made)
          if (harm) harms.push(`file ${at} (${how}) ${harm}`)
        }),
      )
      expect(harms).toEqual([])
      // Else this would be no test of either way.
      expect(refused).toBeGreaterThan(FILES / 10)
      expect(refused).toBeLessThan(FILES)
      expect(await photos.render(sources[0]!)).toMatchObject({ width: 240, height: 320 })
    },
  )

  it('that are a picture and a program at once leave as a picture alone', async () => {
    const jpeg = await makePhoto({ width: 320, height: 240 })
    const gif = await makePhotoAs('gif', { width: 160, height: 120 })
    const comment = Buffer.from(PAYLOAD)
    const files = {
      'a page in the comment of a JPEG': withJpegSegments(jpeg, jpegSegment(0xfe, comment)),
      'a page behind a JPEG': Buffer.concat([jpeg, comment]),
      'a script around a GIF': Buffer.concat([gif, Buffer.from(`*/=1;${PAYLOAD}`)]),
      'a page in the text of a PNG': withPngChunk(
        await makePhotoAs('png', { width: 160, height: 120 }),
        'tEXt',
        Buffer.concat([Buffer.from('Comment\0'), comment]),
      ),
    }
    for (const [name, bytes] of Object.entries(files)) {
      expect(holdsPayload(bytes), name).toBe(true)
      const made = await outcome(bytes)
      expect(made, name).toMatchObject({ thumbhash: expect.any(String) })
      expect(await harmIn(made), name).toBeUndefined()
    }
  })

  it('that are pages or programs under the name of a photo are refused', async () => {
    const files = [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/hostname"/></svg>',
      'push graphic-context\nviewbox 0 0 640 480\nfill \'url(https://127.0.0.1/x.jpg"|touch "orma)\'\npop graphic-context',
      '%!PS\nuserdict /setpagedevice undef\n(%pipe%touch orma) (w) file',
      'P6 30000 30000 255\n',
      '#!/bin/sh\ntouch orma\n',
    ]
    for (const text of files) await expectRefused(Buffer.from(text))
  })

  it('that are a JPEG cut anywhere are refused, rather than shown by half', async () => {
    const photo = await makePhoto({ width: 1600, height: 1200 })
    for (const share of [0.01, 0.5, 0.97])
      await expectRefused(photo.subarray(0, Math.floor(photo.length * share)))
  })

  it('that are a HEIC said to have 65,535 items are refused for good', async () => {
    const photo = await readSidewaysHeic()
    photo.writeUInt16BE(65_535, photo.indexOf('iinf') + 8)
    await expectRefused(photo, /security limit/i)
  })

  it('may have fewer pixels as a progressive JPEG than as a baseline one', async () => {
    const progressive = await makePhoto({ width: 320, height: 240, progressive: true })
    await expectRefused(withJpegSize(progressive, 9000, 9000), /More than 64000000 pixels/)
    const baseline = await makePhoto({ width: 320, height: 240 })
    expect(await photos.render(withJpegSize(baseline, 9000, 9000))).toMatchObject({ height: 2560 })
    await expectRefused(withJpegSize(baseline, 15_000, 15_000), /pixel/i)
  })

  it(
    'that are enormous once unpacked are refused, or read in little memory',
    { timeout: 300_000 },
    async () => {
      const side = 16_000
      const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 9 })
      const png = { width: side, height: side, bits: 1, colours: 0 }
      await expectRefused(makePng(png, rows))

      const small = await makePhotoAs('png', { width: 160, height: 120 })
      const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 })
      for (const [kind, head] of [
        ['zTXt', 'Comment\0\0'],
        ['iTXt', 'Comment\0\x01\0\0\0'],
        ['iCCP', 'profile\0\0'],
      ] as const) {
        await expectHarmless(withPngChunk(small, kind, Buffer.concat([Buffer.from(head), bomb])))
      }
      await expectHarmless(withLongExif(await makePhoto({ width: 320, height: 240 })))
      await expectHarmless(await progressiveOf(8_000, 7_900))
    },
  )

  it.each(['gif', 'webp'] as const)(
    'that move, a %s of 1,000 pictures, become their first',
    { timeout: 300_000 },
    async (format) => {
      const [width, height, pictures] = [200, 150, 1000]
      const pixels = Buffer.alloc(width * height * pictures * 3)
      for (let at = 0; at < pictures; at += 1) {
        const colour = Buffer.from([at * 37, at * 91, at * 151])
        pixels.fill(colour, width * height * 3 * at, width * height * 3 * (at + 1))
      }
      const raw = { width, height: height * pictures, pageHeight: height, channels: 3 } as const
      const moving = await sharp(pixels, { raw, limitInputPixels: false })
        .toFormat(format, { effort: format === 'webp' ? 0 : 1 })
        .toBuffer()
      expect((await sharp(moving, { limitInputPixels: false }).metadata()).pages).toBe(pictures)
      const made = await outcome(moving)
      expect(made).toMatchObject({ width, height })
      expect(await harmIn(made)).toBeUndefined()
    },
  )

  it('never took their process more than 700 MB', async () => {
    const peak = memory.peak()
    // Some kernels do not tell.
    expect(Number.isNaN(peak) ? 0 : peak).toBeLessThan(MOST_MEGABYTES)
  })
})

/** A progressive JPEG of one colour: as much memory as any of its size, and made in a moment. */
function progressiveOf(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: 'teal' } as const
  return sharp({ create }).jpeg({ progressive: true }).toBuffer()
}

/** The same JPEG with another size written into its frame header (SOF0 or SOF2). */
function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = Math.max(changed.indexOf('ffc00011', 'hex'), changed.indexOf('ffc20011', 'hex'))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** An EXIF block in which every number points far outside, and as long as a JPEG takes. */
function withLongExif(jpeg: Buffer): Buffer {
  const block = Buffer.alloc(65_531, 0xff)
  block.write('Exif\0\0II*\0\x08\0\0\0', 'latin1')
  return withJpegSegments(jpeg, jpegSegment(0xe1, block))
}
