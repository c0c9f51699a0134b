import { describe, expect, it } from 'vitest'
import {
  layoutGrid,
  layoutWithDivider,
  DIVIDER_PX,
  ROW_GAP_PX,
  ROW_HEIGHT_PX,
  SQUARE_GAP_PX,
  tilesBetween,
} from '../../../../src/features/feed/grid-layout.ts'
import type { Sized, Tile } from '../../../../src/features/feed/grid-layout.ts'

/** Shapes that photos have, in an order without a pattern but the same each time. */
function makePhotos(count: number): Sized[] {
  const shapes: Sized[] = [
    { width: 4032, height: 3024 },
    { width: 3024, height: 4032 },
    { width: 4000, height: 4000 },
    { width: 1920, height: 1080 },
    { width: 12000, height: 1800 },
    { width: null, height: null },
  ]
  return Array.from({ length: count }, (_, at) => shapes[(at * 7 + (at >> 2)) % 6]!)
}

/** The tiles of each row, rows from the top. */
function rowsOf(tiles: readonly Tile[]): Tile[][] {
  return [...Map.groupBy(tiles, ({ top }) => top).values()]
}

describe('layoutGrid', () => {
  it.each([320, 360, 390, 412, 699])('has three columns edge to edge at %i px', (width) => {
    const { tiles, height } = layoutGrid(makePhotos(8), width)
    const rows = rowsOf(tiles)
    expect(rows.map((row) => row.length)).toEqual([3, 3, 2])
    const [first, second, third] = rows[0]!
    expect(first!.left).toBe(0)
    expect(third!.left + third!.width).toBe(width)
    expect(second!.left - first!.left - first!.width).toBe(SQUARE_GAP_PX)
    expect(rows[1]![0]!.top - first!.height).toBe(SQUARE_GAP_PX)
    for (const tile of tiles) expect(Math.abs(tile.width - tile.height)).toBeLessThanOrEqual(1)
    expect(height).toBeGreaterThanOrEqual(tiles.at(-1)!.top + tiles.at(-1)!.height)
  })

  it.each([700, 1024, 1440, 2560])('fills justified rows to the last pixel at %i px', (width) => {
    const rows = rowsOf(layoutGrid(makePhotos(200), width).tiles)
    for (const row of rows.slice(0, -1)) {
      const last = row.at(-1)!
      expect(last.left + last.width).toBe(width)
      expect(new Set(row.map(({ height }) => height)).size).toBe(1)
      for (const [at, tile] of row.slice(1).entries()) {
        expect(tile.left - row[at]!.left - row[at]!.width).toBe(ROW_GAP_PX)
      }
    }
    const heights = rows.slice(0, -1).map((row) => row[0]!.height)
    const average = heights.reduce((sum, height) => sum + height, 0) / heights.length
    expect(Math.abs(average - ROW_HEIGHT_PX)).toBeLessThan(ROW_HEIGHT_PX * 0.2)
  })

  it('leaves a last row that cannot fill the width open to the right', () => {
    const [tile] = layoutGrid([{ width: 3, height: 4 }], 1440).tiles
    expect(tile).toMatchObject({ left: 0, top: 0, width: 165, height: ROW_HEIGHT_PX })
  })

  it('changes at most the last row when photos are added at the end', () => {
    const photos = makePhotos(120)
    for (const width of [390, 1440]) {
      const before = layoutGrid(photos.slice(0, 96), width).tiles
      const after = layoutGrid(photos, width).tiles
      const lastRow = before.at(-1)!.top
      const kept = before.filter(({ top }) => top < lastRow)
      expect(after.slice(0, kept.length)).toEqual(kept)
    }
  })

  it('places every photo once, in order, and nothing in no width', () => {
    const { tiles } = layoutGrid(makePhotos(500), 1440)
    expect(tiles.map(({ index }) => index)).toEqual(Array.from({ length: 500 }, (_, at) => at))
    expect(layoutGrid(makePhotos(5), 0)).toEqual({ tiles: [], height: 0 })
    expect(layoutGrid([], 390)).toEqual({ tiles: [], height: 0 })
  })
})

describe('tilesBetween', () => {
  // Specification: 9.21
  it('finds exactly the tiles that touch a stretch', () => {
    for (const width of [390, 1440]) {
      const layout = layoutGrid(makePhotos(300), width)
      for (const [from, to] of [
        [-500, 0],
        [0, 1],
        [777, 2345],
        [layout.height - 10, layout.height + 900],
        [layout.height + 10, layout.height + 900],
      ] as const) {
        const { start, end } = tilesBetween(layout, from, to)
        const touching = layout.tiles.filter(({ top, height }) => top + height > from && top < to)
        expect(layout.tiles.slice(start, end)).toEqual(touching)
      }
    }
  })
})

describe('layoutWithDivider', () => {
  it('leaves room for a line between the photos before a place and the others', () => {
    const { tiles, height, dividerTop } = layoutWithDivider(makePhotos(5), 390, 2)
    const whole = layoutGrid(makePhotos(2), 390)
    expect(tiles.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(dividerTop).toBe(whole.height)
    expect(tiles[2]?.top).toBe(whole.height + DIVIDER_PX)
    expect(height).toBeGreaterThan(whole.height + DIVIDER_PX)
  })

  it('has no line where nothing is new, or everything', () => {
    const photos = [{ width: 4, height: 3 }]
    expect(layoutWithDivider(photos, 390, 0)).toEqual(layoutGrid(photos, 390))
    expect(layoutWithDivider(photos, 390, 1)).toEqual(layoutGrid(photos, 390))
  })
})
