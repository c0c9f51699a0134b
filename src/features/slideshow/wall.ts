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

/**
 * In which column each place is. With fewer photos there are only the first places, so that a photo that comes adds one and moves no
 * other.
 */
type Plan = readonly number[]

/** Photos in columns. */
export interface Wall {
  plan: Plan
  /** In the order of the plan. */
  tiles: readonly Tile[]
}

interface Shapes {
  ratioOf: (id: number) => number
  /** The screen's width to its height. */
  screenRatio: number
  /** In which turn this is. */
  turn: number
}

/** A photo of the other shape waits so many turns for a tile of its own. */
const PATIENCE_TURNS = 8
/** Where a smaller share of photos is of a shape, no tiles are made for it. */
const FEW = 0.2
/** Where there are such tiles, they stay until even fewer are; where there are none, until many are. */
const FEWER = 0.1
const MANY = 0.4
/** Screens narrower than that, such as old projectors, have no room for tall tiles. */
const WIDE_SCREEN = 1.5

const MIXED: Plan = [0, 1, 2, 0, 2, 1, 1, 3, 3, 3, 4, 4]
const ALL_WIDE: Plan = [0, 1, 0, 1, 2, 2, 0, 1, 2, 3, 3, 3]
const ALL_TALL: Plan = [0, 1, 2, 3, 0, 1, 2, 3, 4, 4, 5, 5]

/** The width of a column, beside the others: as its photos are of the usual shapes. */
export function columnWidth(tiles: number): number {
  return [0, 1.7, 0.85, 1][tiles] ?? 1
}

/** The tiles of each column. */
export function columnsOf({ plan, tiles }: Wall): Tile[][] {
  const columns: Tile[][] = []
  for (const [at, tile] of tiles.entries()) (columns[plan[at] ?? 0] ??= []).push(tile)
  return columns
}

/** The photos that are on a wall. */
export function idsOn(wall: Wall | undefined): number[] {
  return wall?.tiles.flatMap(({ id }) => id ?? []) ?? []
}

/**
 * A wall for all of these photos, with places for new ones. Photos that are not `listed` leave it. The others stay where they are,
 * unless the wall is covered, or their number calls for another plan.
 */
export function wallFor(
  listed: readonly number[],
  shapes: Shapes,
  now: Wall | undefined,
  isCovered: boolean,
): Wall {
  const present = new Set(listed)
  const count = Math.min(WALL_TILES, listed.length)
  const isSame = now?.tiles.length === count
  const plan = isSame && !isCovered ? now.plan : planFor(listed, shapes, now?.plan)
  const empty = { id: undefined, before: undefined, turn: shapes.turn }
  if (plan !== now?.plan) {
    const bare = { plan, tiles: Array.from({ length: count }, () => empty) }
    const stay = idsOn(now).filter((id) => present.has(id))
    return placeOn(bare, stay.slice(0, count), shapes)
  }
  const tiles: Tile[] = now.tiles.map(({ id, turn }) =>
    id !== undefined && present.has(id) ? { id, before: undefined, turn } : { ...empty, turn },
  )
  while (tiles.length < count) tiles.push(empty)
  // The photos of the last places close the gaps.
  for (const moved of tiles.splice(count)) {
    const gap = tiles.findIndex(({ id }) => id === undefined)
    if (moved.id !== undefined && gap >= 0) tiles[gap] = moved
  }
  return { plan, tiles }
}

/** Puts photos on a wall: into empty tiles, otherwise in place of those that are there longest, each where its shape fits. */
export function placeOn(wall: Wall, ids: readonly number[], shapes: Shapes): Wall {
  const { ratioOf, turn } = shapes
  const tiles = [...wall.tiles]
  const tall = tallTiles(wall, shapes)
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

/** Stays as it is for as long as that fits: with another one all photos move. */
function planFor(
  listed: readonly number[],
  { ratioOf, screenRatio }: Shapes,
  now: Plan | undefined,
): Plan {
  if (screenRatio < WIDE_SCREEN) return ALL_WIDE
  const tall = listed.filter((id) => isTall(ratioOf(id))).length / listed.length
  const edgeOf = (plan: Plan) => (plan === now ? MANY : now ? FEWER : FEW)
  if (tall < edgeOf(ALL_WIDE)) return ALL_WIDE
  return tall > 1 - edgeOf(ALL_TALL) ? ALL_TALL : MIXED
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
function tallTiles(wall: Wall, { screenRatio }: Shapes): boolean[] {
  const counts = columnsOf(wall).map((tiles) => tiles.length)
  const all = counts.reduce((sum, count) => sum + columnWidth(count), 0)
  return wall.tiles.map((_, at) => {
    const count = counts[wall.plan[at] ?? 0] ?? 1
    return isTall((columnWidth(count) / all) * screenRatio * count)
  })
}
