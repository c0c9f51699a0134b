import { isTall } from './collage.ts'
import { WALL_TILES } from './moods.ts'

/** A place on the wall. */
export interface Tile {
  /** Undefined: empty. */
  id: number | undefined
  /** The photo that was there before: it is covered, while this one appears. */
  before: number | undefined
  /** In which turn it changed last. */
  turn: number
}

/** Photos in columns, as many below each other as `columns` says. */
export interface Wall {
  columns: readonly number[]
  /** From the top of the first column to the end of the last. */
  tiles: readonly Tile[]
}

interface Shapes {
  ratioOf: (id: number) => number
  /** In which turn this is. */
  turn: number
}

/** A photo of the other shape waits so many turns for a tile of its own. */
const PATIENCE_TURNS = 8
const SCREEN_RATIO = 16 / 9
/** Where so few photos are of a shape, no tiles are made for it. */
const FEW = 0.2

/** By how many photos there are. */
const COLUMNS = [
  [],
  [1],
  [1, 1],
  [1, 1, 1],
  [2, 2],
  [2, 1, 2],
  [2, 2, 2],
  [2, 3, 2],
  [2, 2, 2, 2],
  [3, 3, 3],
  [2, 3, 3, 2],
  [2, 2, 3, 2, 2],
] as const
const MIXED = [2, 3, 2, 3, 2]
const ALL_WIDE = [3, 3, 3, 3]
const ALL_TALL = [2, 2, 2, 2, 2, 2]

/** The width of a column, beside the others: as its photos are of the usual shapes. */
export function columnWidth(tiles: number): number {
  return [0, 1.7, 0.85, 1][tiles] ?? 1
}

/** The tiles of each column. */
export function columnsOf({ columns, tiles }: Wall): Tile[][] {
  const rest = [...tiles]
  return columns.map((count) => rest.splice(0, count))
}

/** The photos that are on a wall. */
export function idsOn(wall: Wall | undefined): number[] {
  return wall?.tiles.flatMap(({ id }) => id ?? []) ?? []
}

/** A wall for all of these photos: the one there is, if it still fits. Photos that are not `listed` leave it. */
export function wallFor(
  listed: readonly number[],
  { ratioOf, turn }: Shapes,
  now: Wall | undefined,
): Wall {
  const present = new Set(listed)
  const count = Math.min(WALL_TILES, listed.length)
  if (now?.tiles.length === count) {
    const tiles = now.tiles.map(({ id, turn: changed }) => ({
      id: id !== undefined && present.has(id) ? id : undefined,
      before: undefined,
      turn: changed,
    }))
    return { ...now, tiles }
  }
  const columns = COLUMNS[count] ?? columnsFor(listed, ratioOf)
  const empty = { id: undefined, before: undefined, turn }
  const wall = { columns, tiles: Array.from({ length: count }, () => empty) }
  const stay = idsOn(now).filter((id) => present.has(id))
  return placeOn(wall, stay.slice(0, count), { ratioOf, turn })
}

/** Puts photos on a wall: into empty tiles, otherwise in place of those that are there longest, each where its shape fits. */
export function placeOn(wall: Wall, ids: readonly number[], { ratioOf, turn }: Shapes): Wall {
  const tiles = [...wall.tiles]
  const tall = tallTiles(wall.columns)
  const fits = (id: number, at: number) => isTall(ratioOf(id)) === tall[at]
  const set = (id: number, at: number) => {
    tiles[at] = { id, before: tiles[at]?.id, turn }
  }
  const free = () => [...tiles.keys()].filter((at) => tiles[at]?.id === undefined)
  const isPlaced = new Set<number>()
  for (const id of ids) {
    const at = free().find((each) => fits(id, each))
    if (at === undefined) continue
    set(id, at)
    isPlaced.add(id)
  }
  for (const id of ids) {
    if (isPlaced.has(id)) continue
    const at = free()[0] ?? longest(tiles, (each) => fits(id, each), turn)
    if (at !== undefined) set(id, at)
  }
  return { ...wall, tiles }
}

function columnsFor(listed: readonly number[], ratioOf: (id: number) => number): readonly number[] {
  const share = listed.filter((id) => isTall(ratioOf(id))).length / listed.length
  if (share < FEW) return ALL_WIDE
  return share > 1 - FEW ? ALL_TALL : MIXED
}

/** The tile that changed longest ago, of those that fit unless another waits much longer; none that changed in this turn. */
function longest(
  tiles: readonly Tile[],
  fits: (at: number) => boolean,
  turn: number,
): number | undefined {
  const age = (at: number) => turn - (tiles[at]?.turn ?? turn)
  const byAge = [...tiles.keys()]
    .filter((at) => age(at) > 0)
    .toSorted((one, other) => age(other) - age(one))
  const fitting = byAge.find(fits)
  const [oldest] = byAge
  if (oldest === undefined || fitting === undefined) return oldest
  return age(oldest) > age(fitting) + PATIENCE_TURNS ? oldest : fitting
}

/** Of each tile, whether it is tall. */
function tallTiles(columns: readonly number[]): boolean[] {
  const all = columns.reduce((sum, count) => sum + columnWidth(count), 0)
  return columns.flatMap((count) => {
    const ratio = (columnWidth(count) / all) * SCREEN_RATIO * count
    return Array.from({ length: count }, () => isTall(ratio))
  })
}
