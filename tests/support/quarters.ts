import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import type { PhotoProcess } from '../../server/media/photo-process.ts'
import { colourAt } from './photos.ts'
import { makePng, pngChunk } from './png-chunks.ts'

export type Colour = [number, number, number]

/** One in each quarter of a picture, in sRGB. */
export const COLOURS: readonly Colour[] = [
  [219, 60, 50],
  [60, 179, 60],
  [50, 70, 200],
  [229, 200, 60],
]
const SIDE = 96
/** JPEG, WebP and AVIF come close; a profile left out is 15 off and more. */
const TOLERANCE = 9

/** Looks at each picture that is made of a photo of quarters. */
export async function expectColours(
  photos: PhotoProcess,
  photo: Buffer,
  colours: readonly Colour[] = COLOURS,
): Promise<void> {
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

export interface QuartersOptions {
  /** Those before the pixels. */
  chunks?: readonly Buffer[]
  bits?: number
}

/** A PNG of four quarters, whose values (0 to 1, three or one of grey) are written as they are. */
export function quartersPng(
  quarters: readonly number[][],
  { chunks = [], bits = 16 }: QuartersOptions = {},
): Buffer {
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
  const header = { width: SIDE, height: SIDE, bits, colours: channels === 1 ? 0 : 2 }
  return makePng(header, deflateSync(Buffer.concat(lines)), chunks)
}

/** A photo of quarters that no program here can write. */
export function readQuarters(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'colours', name))
}

export function profileChunk(icc: Buffer): Buffer {
  return pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)]))
}
