import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'
import { describe, expect, it } from 'vitest'
import { blurAddress, blurColor } from '../../contract/blur.ts'

/** A portrait, a square and a landscape. */
const HASHES = [
  'DPcJFQI3nXmGJ3YHuJeJiZmH/1uI',
  'kxcOFwIHqIhph3hziRi4h3iHlqr1vzgJ',
  'jRcKFYQGxniKdYiFhyi5h0aLb6CX',
]
const BITMAP_HEAD_BYTES = 54

describe('blurAddress', () => {
  it.each(HASHES)('draws what the hash tells, smaller than its own decoder does: %s', (hash) => {
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(hash, 'base64'))
    const { width, height, colorAt } = readBitmap(blurAddress(hash) ?? '')
    expect(width / height).toBeCloseTo(w / h, 0)
    let difference = 0
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [left, top] = [((x + 0.5) * w) / width, ((y + 0.5) * h) / height].map(Math.floor)
        const at = ((top ?? 0) * w + (left ?? 0)) * 4
        for (const [part, value] of colorAt(x, y).entries()) {
          difference += Math.abs(value - (rgba[at + part] ?? 0))
        }
      }
    }
    expect(difference / (width * height * 3)).toBeLessThan(8)
  })
})

describe('blurColor', () => {
  it.each(HASHES)('is the mean that the hash tells: %s', (hash) => {
    const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(hash, 'base64'))
    const mean = [r, g, b].map((part) => Math.round(part * 255))
    expect(blurColor(hash)).toBe(`rgb(${mean.join(' ')})`)
  })
})

it('no hash, or a damaged one, makes no blur', () => {
  for (const hash of [undefined, null, '', '!']) expect(blurColor(hash)).toBeUndefined()
  for (const hash of [undefined, null, '', '!', 'DPcJ']) expect(blurAddress(hash)).toBeUndefined()
})

function readBitmap(address: string) {
  const bytes = Buffer.from(address.replace('data:image/bmp;base64,', ''), 'base64')
  const [width, height] = [bytes.readUInt32LE(18), bytes.readUInt32LE(22)]
  const rowBytes = (bytes.length - BITMAP_HEAD_BYTES) / height
  /** Red, green and blue; bitmaps have them the other way round, and rows from below. */
  const colorAt = (x: number, y: number) => {
    const at = BITMAP_HEAD_BYTES + (height - 1 - y) * rowBytes + x * 3
    return [...bytes.subarray(at, at + 3)].toReversed()
  }
  return { width, height, colorAt }
}
