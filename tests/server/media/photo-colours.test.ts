import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { withProfile } from '../../../server/media/icc-profile.ts'
import { sharedPhotoProcess } from '../../support/fixtures.ts'
import { colourAt, makePhoto } from '../../support/photos.ts'

const photos = sharedPhotoProcess()

describe('render: colours', () => {
  it('carries a small Display P3 profile along and shows the same colours', async () => {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, profile: 'p3' })
    const { full, thumb } = await photos.render(photo)
    expect((await sharp(full).metadata()).icc).toEqual((await sharp(photo).metadata()).icc)
    expect((await sharp(thumb).metadata()).icc).toBeUndefined()
    await expectSameColours(photo, full)
    await expectSameColours(photo, thumb)
  })

  it.each<[what: string, change: (icc: Buffer) => Buffer]>([
    [
      'is large',
      (icc) => {
        const large = Buffer.concat([icc, Buffer.alloc(5000)])
        large.writeUInt32BE(large.length, 0)
        return large
      },
    ],
    [
      'names a device by its serial number',
      (icc) => {
        const own = Buffer.from(icc)
        own.write('\0S\0N\x001\x002', icc.indexOf('\0s\0P\x003\0C', 0, 'latin1'), 'latin1')
        return own
      },
    ],
    ['is a monitor’s that has P3 in its name', (icc) => renamed(icc, 'DELL P3223QE')],
  ])('converts from a profile that %s, and leaves it out', async (_what, change) => {
    const photo = await withChangedProfile(change)
    const { full } = await photos.render(photo)
    expect((await sharp(full).metadata()).icc).toBeUndefined()
    await expectSameColours(photo, full)
  })

  it.each(['Display P3 Gamut with sRGB Transfer', 'DCI-P3 D65 Gamut with sRGB Transfer'])(
    'are the same in the small picture of a large photo in %s',
    async (name) => {
      const large = { width: 2000, height: 1500 }
      const photo = await withChangedProfile((icc) => renamed(icc, name), large)
      const { thumb, full } = await photos.render(photo)
      await expectSameColours(photo, thumb)
      await expectSameColours(photo, full)
      const { thumb: first } = (await photos.renderFirst(photo))!
      await expectSameColours(photo, first)
    },
  )
})

/** A photo in Display P3 whose profile has been exchanged for a changed one that means the same colours. */
async function withChangedProfile(
  change: (icc: Buffer) => Buffer,
  size = { width: 640, height: 480 },
): Promise<Buffer> {
  const photo = await makePhoto({ ...size, orientation: 1, profile: 'p3' })
  const { icc } = await sharp(photo).metadata()
  // Decoding to PNG keeps the numbers of the pixels; the profile is put back by hand.
  const plain = await sharp(await sharp(photo).keepIccProfile().png().toBuffer())
    .keepIccProfile()
    .jpeg({ quality: 95 })
    .toBuffer()
  const start = plain.indexOf('ICC_PROFILE') - 4
  const stripped = Buffer.concat([
    plain.subarray(0, start),
    plain.subarray(start + 2 + plain.readUInt16BE(start + 2)),
  ])
  return withProfile(stripped, change(icc!))
}

async function expectSameColours(one: Uint8Array, other: Uint8Array): Promise<void> {
  for (const [x, y] of [
    [0.06, 0.06],
    [0.5, 0.1],
    [0.2, 0.62],
    [0.8, 0.3],
  ] as const) {
    const [before, after] = [await colourAt(one, x, y), await colourAt(other, x, y)]
    for (const channel of [0, 1, 2] as const)
      expect(Math.abs(before[channel] - after[channel])).toBeLessThan(14)
  }
}

/** A profile with another name (ICC.1 clause 10.15), which comes after all else. */
function renamed(icc: Buffer, name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  const head = Buffer.alloc(28)
  head.write('mluc')
  head.writeUInt32BE(1, 8)
  head.writeUInt32BE(12, 12)
  head.write('enUS', 16)
  head.writeUInt32BE(text.length, 20)
  head.writeUInt32BE(head.length, 24)
  const changed = Buffer.concat([icc, head, text, Buffer.alloc((4 - (text.length % 4)) % 4)])
  const tag = changed.indexOf('desc', 132)
  changed.writeUInt32BE(icc.length, tag + 4)
  changed.writeUInt32BE(head.length + text.length, tag + 8)
  changed.writeUInt32BE(changed.length, 0)
  return changed
}
