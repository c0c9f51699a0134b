import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readJpegHeader } from '../../../../src/outbox/shrink/make-smaller.ts'
import { createSeededRandom } from '../../../support/seeded-random.ts'
import {
  CAMERA,
  GPS_WORD,
  SERIAL,
  isUpright,
  makeLongPhoto,
  makePhoto,
  makePhotoAs,
} from '../../../support/photos.ts'

const SMALL = { width: 320, height: 240 }

const read = (photo: Uint8Array) => readJpegHeader(new Uint8Array(photo))

describe('readJpegHeader', () => {
  it.each([false, true])(
    'reads the stored size, the turn and the time of a photo (progressive: %s)',
    async (progressive) => {
      expect(read(await makePhoto({ ...SMALL, progressive }))).toMatchObject({
        width: 320,
        height: 240,
        exif: { orientation: 6, times: [{ clock: '2026-06-20T15:04:05', offset: '+02:00' }] },
      })
    },
  )

  it('turns a photo whose orientation is a long number as the server does', async () => {
    expect(read(await makeLongPhoto(SMALL))?.exif.orientation).toBe(6)
  })

  it('gives the photo without place and turn, and with its colours', async () => {
    const photo = await makePhoto({ ...SMALL, orientation: 3, profile: 'p3' })
    const bare = Buffer.from(read(photo)!.bare)
    for (const word of [GPS_WORD, SERIAL, CAMERA]) {
      expect(photo.includes(word)).toBe(true)
      expect(bare.includes(word)).toBe(false)
    }
    const { exif, icc } = await sharp(bare).metadata()
    expect(exif).toBeUndefined()
    expect(icc).toEqual((await sharp(photo).metadata()).icc)
    expect(await isUpright(bare)).toBe(false)
    expect(await isUpright(await sharp(bare).rotate(180).toBuffer())).toBe(true)
  })

  it('knows no photo whose end is missing', async () => {
    const photo = await makePhoto(SMALL)
    for (const share of [0.01, 0.3, 0.6, 0.99]) {
      expect(read(photo.subarray(0, photo.length * share))).toBeUndefined()
    }
    expect(read(photo.subarray(0, -2))).toBeUndefined()
  })

  it('knows no picture of another kind', async () => {
    for (const format of ['png', 'webp', 'gif'] as const) {
      expect(read(await makePhotoAs(format, SMALL))).toBeUndefined()
    }
    expect(read(new Uint8Array())).toBeUndefined()
    expect(read(Buffer.from('a text that is no photo'))).toBeUndefined()
  })

  it('never throws, whatever bytes of a photo are changed', async () => {
    const photo = await makePhoto(SMALL)
    const random = createSeededRandom(5)
    for (let round = 0; round < 2000; round += 1) {
      const spoilt = Buffer.from(photo)
      for (let byte = 0; byte < 8; byte += 1)
        spoilt[random.between(0, 900)] = random.between(0, 255)
      expect(() => read(spoilt)).not.toThrow()
    }
  })
})
