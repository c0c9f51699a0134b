import { describe, expect, it } from 'vitest'
import { cropPart, moveCrop, wholeCrop, zoomCrop, ZOOM_MAX } from '../../../src/ui/crop/crop.ts'

const WIDE = { width: 3000, height: 1000 }

describe('a crop', () => {
  it('begins with as much of the image as fits, from its middle', () => {
    expect(cropPart(WIDE, 1, wholeCrop(WIDE))).toEqual({ x: 1000, y: 0, width: 1000, height: 1000 })
    const tall = { width: 1000, height: 3000 }
    expect(cropPart(tall, 2, wholeCrop(tall))).toEqual({ x: 0, y: 1250, width: 1000, height: 500 })
  })

  it('moves as far as the image reaches, and no further', () => {
    const right = moveCrop(WIDE, 1, wholeCrop(WIDE), { x: 200, y: 50 })
    expect(cropPart(WIDE, 1, right)).toEqual({ x: 1200, y: 0, width: 1000, height: 1000 })
    const far = moveCrop(WIDE, 1, right, { x: 1e6, y: -1e6 })
    expect(cropPart(WIDE, 1, far)).toEqual({ x: 2000, y: 0, width: 1000, height: 1000 })
  })

  it('is enlarged about its middle, between the whole and five times', () => {
    const near = zoomCrop(WIDE, 1, wholeCrop(WIDE), 2)
    expect(cropPart(WIDE, 1, near)).toEqual({ x: 1250, y: 250, width: 500, height: 500 })
    expect(zoomCrop(WIDE, 1, near, 99).zoom).toBe(ZOOM_MAX)
    expect(zoomCrop(WIDE, 1, near, 0.1).zoom).toBe(1)
  })

  it('stays within the image when it is made smaller at an edge', () => {
    const corner = moveCrop(WIDE, 1, zoomCrop(WIDE, 1, wholeCrop(WIDE), 4), { x: 1e6, y: 1e6 })
    const { x, y, width, height } = cropPart(WIDE, 1, zoomCrop(WIDE, 1, corner, 1))
    expect([x + width, y + height]).toEqual([3000, 1000])
  })
})
