import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { describe, it } from 'vitest'
import { withProfile } from '../../../server/media/icc-profile.ts'
import { sharedPhotoProcess } from '../../support/fixtures.ts'
import {
  cmykProfile,
  fromSrgb,
  greyProfile,
  rgbProfile,
  SPACES,
} from '../../support/icc-profiles.ts'
import {
  COLOURS,
  expectColours,
  profileChunk,
  quartersPng,
  readQuarters,
} from '../../support/quarters.ts'
import type { Colour } from '../../support/quarters.ts'

const photos = sharedPhotoProcess()

const GREYS: Colour[] = [40, 100, 160, 230].map((grey) => [grey, grey, grey])

const KINDS: Record<string, (png: Sharp) => Sharp> = {
  'PNG of 16 bits': (png) => png.toColourspace('rgb16').png(),
  'PNG of 8 bits': (png) => png.toColourspace('srgb').png(),
  JPEG: (png) => png.jpeg({ quality: 95 }),
  WebP: (png) => png.webp({ quality: 95 }),
  'AVIF of 8 bits': (png) => png.avif({ effort: 0, quality: 90 }),
  'AVIF of 10 bits': (png) => png.avif({ effort: 0, quality: 90, bitdepth: 10 }),
  'AVIF of 12 bits': (png) => png.avif({ effort: 0, quality: 90, bitdepth: 12 }),
}

/** Of each kind the wide one that phones write; of JPEG, and in the full run of all kinds, every other. */
const WITH_EVERY_SPACE = process.env['ORMA_TEST_FULL'] === '1' ? Object.keys(KINDS) : ['JPEG']
const spacesOf = (kind: string) =>
  WITH_EVERY_SPACE.includes(kind) ? ['none', ...Object.keys(SPACES)] : ['p3']

describe.each(Object.keys(KINDS))('the colours of a %s', (kind) => {
  it.each(spacesOf(kind) as ('none' | keyof typeof SPACES)[])(
    'are right in each picture made of it, profile %s',
    async (name) => {
      const space = SPACES[name === 'none' ? 'srgb' : name]
      const values = COLOURS.map((colour) => fromSrgb(colour, space))
      const chunks = name === 'none' ? [] : [profileChunk(rgbProfile(space))]
      const png = quartersPng(values, { chunks })
      const photo = await KINDS[kind]!(sharp(png).keepIccProfile()).toBuffer()
      await expectColours(photos, photo)
    },
  )

  it('are right where it has alpha', async () => {
    const values = COLOURS.map((colour) => fromSrgb(colour, SPACES.p3))
    const png = quartersPng(values, { chunks: [profileChunk(rgbProfile(SPACES.p3))] })
    const photo = await KINDS[kind]!(sharp(png).keepIccProfile().ensureAlpha()).toBuffer()
    await expectColours(photos, photo)
  })
})

describe.each([8, 16])('the colours of a grey PNG of %i bits', (bits) => {
  it.each([undefined, 1.4])('are right in each picture made of it, gamma %s', async (gamma) => {
    const values = GREYS.map((grey) =>
      gamma ? fromSrgb(grey, { ...SPACES.srgb, gamma }) : grey.map((part) => part / 255),
    )
    const chunks = gamma ? [profileChunk(greyProfile('Grey of a scanner', gamma))] : []
    const grey = values.map(([value]) => [value!])
    await expectColours(photos, quartersPng(grey, { chunks, bits }), GREYS)
  })
})

describe('the colours of a stored HEIC', () => {
  it.each(['p3-10.heic', 'p3-8.heic', 'own-8.heic'])(
    '%s are right in each picture made of it',
    async (name) => expectColours(photos, await readQuarters(name)),
  )
})

/** Full inks as they come out of a press: M + Y, C + Y, C + M, and Y alone. */
const PRINTED: Colour[] = [
  [232, 0, 0],
  [0, 141, 46],
  [32, 6, 117],
  [255, 240, 0],
]
const [RED, GREEN, BLUE, YELLOW] = COLOURS as [Colour, Colour, Colour, Colour]
const [WHITE, BLACK, GREY]: Colour[] = [255, 0, 90].map((grey) => [grey, grey, grey])

describe('the colours of a JPEG in CMYK', () => {
  // Written by ImageMagick, as Adobe has it: with its values the other way round.
  const readInks = () => readQuarters('inks.jpg')

  it('are those of its profile in each picture made of it', async () => {
    const withoutBlack = [WHITE, YELLOW, GREY, RED, GREY, GREEN, BLUE, GREY] as Colour[]
    const inks = withoutBlack.flatMap((colour) => [colour, BLACK!])
    await expectColours(photos, withProfile(await readInks(), cmykProfile('A press', inks)))
  })

  it('are those of a press where it has no profile', async () => {
    await expectColours(photos, await readInks(), PRINTED)
  })
})
