import { describe, expect, it } from 'vitest'
import { createChunkSize } from '../../../../src/outbox/send/chunk-size.ts'

const KIB = 1024

describe('the size of a chunk', () => {
  it('begins at 256 KiB and doubles after two whole ones, up to 1 MiB', () => {
    const chunk = createChunkSize()
    const sizes = Array.from({ length: 7 }, () => {
      const { bytes } = chunk
      chunk.arrived(bytes, 100)
      return bytes / KIB
    })
    expect(sizes).toEqual([256, 256, 512, 512, 1024, 1024, 1024])
  })

  it('is half of a broken one, and grows again after two whole ones', () => {
    const chunk = createChunkSize()
    const sizes: number[] = []
    for (let broken = 0; broken < 4; broken++) {
      chunk.arrived(chunk.bytes, 100)
      chunk.broke()
      sizes.push(chunk.bytes / KIB)
    }
    chunk.arrived(chunk.bytes, 100)
    sizes.push(chunk.bytes / KIB)
    chunk.arrived(chunk.bytes, 100)
    sizes.push(chunk.bytes / KIB)
    expect(sizes).toEqual([128, 64, 64, 64, 64, 128])
  })

  it('becomes what the line carries in 10 s when one took longer', () => {
    const chunk = createChunkSize()
    chunk.arrived(256 * KIB, 20_000)
    expect(chunk.bytes).toBe(128 * KIB)
  })

  it('does not grow beyond what the line carries in 10 s', () => {
    const chunk = createChunkSize()
    chunk.arrived(256 * KIB, 8000)
    chunk.arrived(256 * KIB, 8000)
    expect(chunk.bytes).toBe(320 * KIB)
  })

  it('learns nothing from the short end of a photo', () => {
    const chunk = createChunkSize()
    for (let photo = 0; photo < 5; photo++) chunk.arrived(10, 5)
    expect(chunk.bytes).toBe(256 * KIB)
  })
})
