import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashDistance } from '../../../server/media/photo-traits.ts'
import { renderPhoto } from '../../../server/media/photo-renditions.ts'
import type { PhotoTraits } from '../../../server/media/photo-traits.ts'
import { ALIKE_BITS } from '../../../server/posts/bursts.ts'
import { makeBurst } from '../../support/burst-photos.ts'
import { makePhoto } from '../../support/photos.ts'

const [WIDTH, HEIGHT] = [1600, 1200]
const SEEDS = [1, 2, 3, 4, 5]
let photos: Buffer[]
let traits: PhotoTraits[]

beforeAll(async () => {
  const size = { width: WIDTH, height: HEIGHT, orientation: 1 }
  photos = await Promise.all(SEEDS.map((seed) => makePhoto({ ...size, seed })))
  traits = await Promise.all(photos.map(traitsOf))
})

async function traitsOf(photo: Buffer): Promise<PhotoTraits> {
  return (await renderPhoto(photo)).traits
}

/** How far each photo is from itself after a change, in order. */
async function distancesAfter(change: (photo: Sharp) => Sharp): Promise<number[]> {
  const changed = photos.map((photo) => change(sharp(photo)).jpeg({ quality: 90 }).toBuffer())
  const after = await Promise.all(changed.map(async (photo) => traitsOf(await photo)))
  return after
    .map(({ perceptual_hash }, at) => hashDistance(perceptual_hash, hashOf(at)))
    .toSorted((a, b) => a - b)
}

function hashOf(at: number): string {
  return traits[at]?.perceptual_hash ?? ''
}

function cut(share: number): (photo: Sharp) => Sharp {
  const [left, top] = [Math.round(WIDTH * share), Math.round(HEIGHT * share)]
  const size = { width: WIDTH - 2 * left, height: HEIGHT - 2 * top }
  return (photo) => photo.extract({ left, top, ...size })
}

/** A picture of a single colour. */
const plain = (height: number, background: string) =>
  sharp({ create: { width: 640, height, channels: 3, background } }).png()

// What this file loads lets a process read few formats: files of tests behind it in this process read all again.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))

describe('the perceptual hash of a photo', () => {
  it.each([
    ['written again as a poor JPEG', (photo: Sharp) => photo.jpeg({ quality: 50, force: true })],
    ['made half as large', (photo: Sharp) => photo.resize(800)],
    ['a fifth brighter', (photo: Sharp) => photo.modulate({ brightness: 1.2 })],
    ['a fifth darker', (photo: Sharp) => photo.modulate({ brightness: 0.8 })],
    ['without a fiftieth at each edge', cut(0.02)],
  ])('stays near when it is %s', async (_how, change) => {
    const distances = await distancesAfter(change)
    expect(distances.at(-1)).toBeLessThanOrEqual(ALIKE_BITS)
  })

  it('stays near within a burst, and far from all other bursts', async () => {
    const bursts = await Promise.all([21, 22, 23, 24].map((seed) => makeBurst(seed, 4)))
    const hashes = await Promise.all(
      bursts.flatMap((burst, of) =>
        burst.map(async (photo) => ({ of, hash: (await traitsOf(photo)).perceptual_hash })),
      ),
    )
    const pairs = hashes.flatMap((a, at) =>
      hashes.slice(at + 1).map((b, behind) => ({
        isNext: behind === 0 && a.of === b.of,
        isOther: a.of !== b.of,
        distance: hashDistance(a.hash, b.hash),
      })),
    )
    const next = pairs.filter(({ isNext }) => isNext).map(({ distance }) => distance)
    const other = pairs.filter(({ isOther }) => isOther).map(({ distance }) => distance)
    expect(next).toHaveLength(12)
    expect(Math.max(...next)).toBeLessThanOrEqual(ALIKE_BITS)
    expect(Math.min(...other)).toBeGreaterThan(ALIKE_BITS)
  })

  it('is the same for all pictures of a single colour, whatever rounding makes of them', async () => {
    const colours = ['#101010', '#777777', '#d07030']
    const hashes = await Promise.all(
      colours.map(async (colour) => traitsOf(await plain(480, colour).toBuffer())),
    )
    expect(new Set(hashes.map(({ perceptual_hash }) => perceptual_hash)).size).toBe(1)
  })
})

describe('the sharpness of a photo', () => {
  it('falls by half where blurred, and hardly where written smaller', async () => {
    for (const [at, photo] of photos.entries()) {
      const sharpness = traits[at]?.sharpness ?? 0
      const blurred = await traitsOf(await sharp(photo).blur(8).jpeg().toBuffer())
      expect(blurred.sharpness).toBeLessThan(sharpness / 2)
      const smaller = await traitsOf(await sharp(photo).resize(1000).jpeg().toBuffer())
      expect(Math.abs(smaller.sharpness / sharpness - 1)).toBeLessThan(0.2)
    }
  })
})
