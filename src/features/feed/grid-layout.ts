/** From this width on the grid has justified rows, below it square tiles in columns. */
const WIDE_GRID_PX = 700
const SQUARE_COLUMNS = 3
export const SQUARE_GAP_PX = 2
export const ROW_GAP_PX = 4
export const ROW_HEIGHT_PX = 220
export const DIVIDER_PX = 44
/** Very wide and very tall photos are cropped to these, so that none takes a row's whole height or width. */
const RATIO_RANGE = { min: 0.5, max: 2.4 }
const OPEN_ROW_GROWTH = 1.5

/** Width and height in pixels; null where unknown. */
export interface Sized {
  width: number | null
  height: number | null
}

/** The place of a tile in the grid, in whole pixels, so that no seam shows. */
export interface Tile {
  index: number
  left: number
  top: number
  width: number
  height: number
}

/** `tiles` in the order of the photos; `height` of the whole grid in pixels. */
export interface GridLayout {
  tiles: Tile[]
  height: number
  /** Where the line between new and seen photos begins, if there is one. */
  dividerTop?: number
}

/** Lays photos out in two grids of this width (pixels) with a line between them; the photos before `breakAt` are above it. */
export function layoutWithDivider(
  photos: readonly Sized[],
  width: number,
  breakAt: number,
): GridLayout {
  if (breakAt <= 0 || breakAt >= photos.length) return layoutGrid(photos, width)
  const upper = layoutGrid(photos.slice(0, breakAt), width)
  const lower = layoutGrid(photos.slice(breakAt), width)
  const from = upper.height + DIVIDER_PX
  const moved = lower.tiles.map((tile) => ({
    ...tile,
    index: tile.index + breakAt,
    top: tile.top + from,
  }))
  const tiles = [...upper.tiles, ...moved]
  return { tiles, height: from + lower.height, dividerTop: upper.height }
}

/** Lays photos out in a grid of this width (pixels). Photos added at the end change at most the last row. */
export function layoutGrid(photos: readonly Sized[], width: number): GridLayout {
  if (width <= 0) return { tiles: [], height: 0 }
  return width < WIDE_GRID_PX ? squareColumns(photos.length, width) : justifiedRows(photos, width)
}

/** The range of tiles (end exclusive) that touch the stretch from `from` to `to` (pixels below the grid's top). */
export function tilesBetween(
  { tiles }: Pick<GridLayout, 'tiles'>,
  from: number,
  to: number,
): { start: number; end: number } {
  return {
    start: firstWhere(tiles, (tile) => tile.top + tile.height > from),
    end: firstWhere(tiles, (tile) => tile.top >= to),
  }
}

function squareColumns(count: number, width: number): GridLayout {
  const step = (width + SQUARE_GAP_PX) / SQUARE_COLUMNS
  const rowStep = Math.round(step)
  const tiles = Array.from({ length: count }, (_, index): Tile => {
    const column = index % SQUARE_COLUMNS
    const left = Math.round(column * step)
    return {
      index,
      left,
      top: Math.floor(index / SQUARE_COLUMNS) * rowStep,
      width: Math.round((column + 1) * step) - SQUARE_GAP_PX - left,
      height: rowStep - SQUARE_GAP_PX,
    }
  })
  return { tiles, height: Math.ceil(count / SQUARE_COLUMNS) * rowStep }
}

function justifiedRows(photos: readonly Sized[], width: number): GridLayout {
  const tiles: Tile[] = []
  let top = 0
  while (tiles.length < photos.length) {
    const start = tiles.length
    const ratios = rowRatios(photos, start, width)
    const height = justifiedHeight(ratios, width)
    // Only the last row can have too few photos: it ends early rather than grow much.
    const isOpen = height > ROW_HEIGHT_PX * OPEN_ROW_GROWTH
    const row = { top, width, ratios, isOpen, height: isOpen ? ROW_HEIGHT_PX : Math.round(height) }
    placeRow(tiles, row)
    top += row.height + ROW_GAP_PX
  }
  return { tiles, height: top }
}

/** The aspect ratios of the photos that share a row: as many as bring its height nearest to the wanted one. */
function rowRatios(photos: readonly Sized[], start: number, width: number): number[] {
  const ratios: number[] = []
  for (let at = start; at < photos.length; at++) {
    const before = justifiedHeight(ratios, width)
    ratios.push(ratioOf(photos[at]))
    const after = justifiedHeight(ratios, width)
    if (after > ROW_HEIGHT_PX) continue
    if (before - ROW_HEIGHT_PX < ROW_HEIGHT_PX - after) ratios.pop()
    break
  }
  return ratios
}

interface Row {
  top: number
  width: number
  height: number
  ratios: readonly number[]
  isOpen: boolean
}

/** Appends a row's tiles; the last one takes the pixels that rounding left over. */
function placeRow(tiles: Tile[], { top, width, height, ratios, isOpen }: Row): void {
  let left = 0
  for (const [at, ratio] of ratios.entries()) {
    const fills = !isOpen && at === ratios.length - 1
    const tileWidth = fills ? width - left : Math.round(height * ratio)
    tiles.push({ index: tiles.length, left, top, width: tileWidth, height })
    left += tileWidth + ROW_GAP_PX
  }
}

/** The height at which photos of these ratios, side by side, are exactly as wide as the row. */
function justifiedHeight(ratios: readonly number[], width: number): number {
  const shapes = ratios.reduce((sum, ratio) => sum + ratio, 0)
  return shapes === 0 ? Infinity : (width - (ratios.length - 1) * ROW_GAP_PX) / shapes
}

function ratioOf(photo: Sized | undefined): number {
  if (!photo?.width || !photo.height) return 1
  return Math.min(RATIO_RANGE.max, Math.max(RATIO_RANGE.min, photo.width / photo.height))
}

/** Index of the first item that passes. All items behind it must pass too. */
function firstWhere<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && passes(item)) high = middle
    else low = middle + 1
  }
  return low
}
