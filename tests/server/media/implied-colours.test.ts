import { describe, it } from 'vitest'
import { sharedPhotoProcess } from '../../support/fixtures.ts'
import { fromSrgb, SPACES, VIDEO } from '../../support/icc-profiles.ts'
import type { Encode } from '../../support/icc-profiles.ts'
import { pngChunk } from '../../support/png-chunks.ts'
import { COLOURS, expectColours, quartersPng, readQuarters } from '../../support/quarters.ts'
import type { Colour } from '../../support/quarters.ts'

const photos = sharedPhotoProcess()

const numbers = (primaries: number, transfer: number) =>
  pngChunk('cICP', Buffer.of(primaries, transfer, 0, 1))

describe('the colours of a PNG without a profile', () => {
  it.each([
    ['cICP of sRGB', SPACES.srgb, [numbers(1, 13)]],
    ['cICP of Display P3', SPACES.p3, [numbers(12, 13)]],
    ['cICP of BT.709', SPACES.srgb, [numbers(1, 1)]],
    ['cICP of BT.601 with 625 lines', { matrix: VIDEO.pal }, [numbers(5, 6)]],
    ['cICP of BT.601 with 525 lines', { matrix: VIDEO.ntsc }, [numbers(6, 6)]],
    ['cICP of BT.2020', { matrix: VIDEO.bt2020 }, [numbers(9, 14)]],
    ['cICP of BT.2020 with the curve of BT.709', { matrix: VIDEO.bt2020 }, [numbers(9, 1)]],
    ['cICP of BT.2020 with the curve of sRGB', { matrix: VIDEO.bt2020 }, [numbers(9, 13)]],
    ['cICP that is linear', { ...SPACES.srgb, gamma: 1 }, [numbers(1, 8)]],
  ])('are right in each picture made of it: %s', async (_name, space, chunks) => {
    const values = COLOURS.map((colour) => fromSrgb(colour, space))
    await expectColours(photos, quartersPng(values, { chunks }))
  })
})

/** At most half as bright as white, which is at 203 nits. */
const DIM: Colour[] = [
  [150, 60, 50],
  [60, 150, 60],
  [50, 70, 160],
  [160, 140, 60],
]
const WHITE_NITS = 203

/** The inverse of SMPTE ST 2084. */
const encodePq: Encode = (light) => {
  const power = ((light * WHITE_NITS) / 10_000) ** 0.1593017578125
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375
}
/** ITU-R BT.2100, of a screen of 1000 nits. */
const encodeHlg: Encode = (light) => {
  const scene = ((light * WHITE_NITS) / 1000) ** (1 / 1.2)
  return scene <= 1 / 12
    ? Math.sqrt(3 * scene)
    : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073
}

describe.each([
  { name: 'PQ', transfer: 16, encode: encodePq, nits: { 50: 0.4403, 203: 0.5807, 1000: 0.7518 } },
  { name: 'HLG', transfer: 18, encode: encodeHlg, nits: { 50: 0.498, 203: 0.75, 1000: 1 } },
])('an HDR photo in $name', ({ transfer, encode, nits }) => {
  const chunks = [numbers(9, transfer)]

  it('has the colours it has, up to half of white', async () => {
    const values = DIM.map((colour) => fromSrgb(colour, { matrix: VIDEO.bt2020, gamma: encode }))
    await expectColours(photos, quartersPng(values, { chunks }), DIM)
  })

  it('is neither pale nor dark, and shows lights apart from white', async () => {
    const values = [0, nits[50], nits[203], nits[1000]].map((value) => [value, value, value])
    const shown = [0, 136, 225, 255].map((grey): Colour => [grey, grey, grey])
    await expectColours(photos, quartersPng(values, { chunks }), shown)
  })
})

describe('the colours of a stored HEIC or AVIF without a profile', () => {
  it.each([
    ['nclx-p3.avif', COLOURS],
    // The first numbers in it are not the picture's own.
    ['nclx-second.avif', COLOURS],
    ['pq-10.heic', DIM],
    ['hlg-10.avif', DIM],
  ])('%s are right in each picture made of it', async (name, colours) => {
    await expectColours(photos, await readQuarters(name), colours)
  })
})
