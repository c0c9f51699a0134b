import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import { fromSrgb, greyProfile, rgbProfile, SPACES } from '../../support/icc-profiles.ts'
import { colourAt } from '../../support/photos.ts'
import { pngChunk } from '../../support/png-chunks.ts'

const photos = createPhotoProcess()
afterAll(() => photos.close())

type Colour = [number, number, number]
/** One in each quarter, in sRGB. */
const COLOURS: Colour[] = [
  [219, 60, 50],
  [60, 179, 60],
  [50, 70, 200],
  [229, 200, 60],
]
const GREYS: Colour[] = [40, 100, 160, 230].map((grey) => [grey, grey, grey])
const SIDE = 96
/** JPEG, WebP and AVIF come close; a profile left out is 15 off and more. */
const TOLERANCE = 9

const KINDS: Record<string, (png: Sharp) => Sharp> = {
  'PNG of 16 bits': (png) => png.toColourspace('rgb16').png(),
  'PNG of 8 bits': (png) => png.toColourspace('srgb').png(),
  JPEG: (png) => png.jpeg({ quality: 95 }),
  WebP: (png) => png.webp({ quality: 95 }),
  'AVIF of 8 bits': (png) => png.avif({ effort: 0, quality: 90 }),
  'AVIF of 10 bits': (png) => png.avif({ effort: 0, quality: 90, bitdepth: 10 }),
  'AVIF of 12 bits': (png) => png.avif({ effort: 0, quality: 90, bitdepth: 12 }),
}

describe.each(Object.keys(KINDS))('the colours of a %s', (kind) => {
  it.each(['none', ...Object.keys(SPACES)] as ('none' | keyof typeof SPACES)[])(
    'are right in each picture made of it, profile %s',
    async (name) => {
      const space = SPACES[name === 'none' ? 'srgb' : name]
      const values = COLOURS.map((colour) => fromSrgb(colour, space))
      const png = makePng(values, name === 'none' ? undefined : rgbProfile(space))
      const photo = await KINDS[kind]!(sharp(png).keepIccProfile()).toBuffer()
      await expectColours(photo, COLOURS)
    },
  )

  it('are right where it has alpha', async () => {
    const png = makePng(
      COLOURS.map((colour) => fromSrgb(colour, SPACES.p3)),
      rgbProfile(SPACES.p3),
    )
    await expectColours(
      await KINDS[kind]!(sharp(png).keepIccProfile().ensureAlpha()).toBuffer(),
      COLOURS,
    )
  })
})

describe.each([8, 16])('the colours of a grey PNG of %i bits', (bits) => {
  it.each([undefined, 1.4])('are right in each picture made of it, gamma %s', async (gamma) => {
    const values = GREYS.map((grey) =>
      gamma ? fromSrgb(grey, { ...SPACES.srgb, gamma }) : grey.map((part) => part / 255),
    )
    const icc = gamma === undefined ? undefined : greyProfile('Grey of a scanner', gamma)
    const grey = values.map(([value]) => [value!])
    await expectColours(makePng(grey, icc, bits), GREYS)
  })
})

describe('the colours of a stored file', () => {
  it.each(['p3-10.heic', 'p3-8.heic', 'own-8.heic', 'nclx-p3.avif'])(
    '%s are right in each picture made of it',
    async (name) => {
      const file = path.join(import.meta.dirname, '../../support/colours', name)
      await expectColours(await readFile(file), COLOURS)
    },
  )
})

async function expectColours(photo: Buffer, colours: readonly Colour[]): Promise<void> {
  const { full, thumb } = await photos.render(photo)
  const picture = await photos.renderOrmaImage(photo, 'profile')
  const smaller = await photos.renderSmaller(picture, 320)
  const icons = await photos.renderOrmaIcons(picture)
  const pictures = { full, thumb, picture, smaller, icon: icons[192] }
  for (const [name, made] of Object.entries(pictures)) {
    for (const [index, colour] of colours.entries()) {
      const shown = await colourAt(made, 0.25 + 0.5 * (index % 2), index < 2 ? 0.25 : 0.75)
      const off = shown.map((part, channel) => Math.abs(part - colour[channel]!))
      expect(Math.max(...off), `${name}: ${shown.join()} for ${colour.join()}`).toBeLessThan(
        TOLERANCE,
      )
    }
  }
}

/** A PNG of four quarters, whose values (0 to 1) are written as they are. */
function makePng(quarters: readonly number[][], icc?: Buffer, bits = 16): Buffer {
  const channels = quarters[0]!.length
  const most = 2 ** bits - 1
  const line = (row: number) => {
    const values = Array.from({ length: SIDE }, (_, x) => quarters[row + (x < SIDE / 2 ? 0 : 1)]!)
    const bytes = Buffer.alloc(1 + SIDE * channels * (bits / 8))
    for (const [at, value] of values.flat().entries())
      bytes.writeUIntBE(Math.round(value * most), 1 + (at * bits) / 8, bits / 8)
    return bytes
  }
  const lines = Array.from({ length: SIDE }, (_, y) => line(y < SIDE / 2 ? 0 : 2))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([bits, channels === 1 ? 0 : 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...(icc ? [pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)]))] : []),
    pngChunk('IDAT', deflateSync(Buffer.concat(lines))),
    pngChunk('IEND', Buffer.of()),
  ])
}
