import { collageOf } from './collage.ts'
import { firstOf } from './deck.ts'
import type { Choose } from './deck.ts'
import { SLIDESHOW } from '../../../contract/limits.ts'
import { ONE_MS, STAGE_MS, WALL_CHANGES, WALL_TILES } from './moods.ts'
import type { Mood } from './moods.ts'
import { createProgram } from './program.ts'
import type { View } from './program.ts'
import { runCycle } from './run-cycle.ts'
import { idsOn, placeOn, wallFor } from './wall.ts'
import type { Wall } from './wall.ts'

/** What is to be seen now. */
export interface Frame {
  view: View
  /** The view fades out. */
  isFading: boolean
  /** The view before it, which lies below it while it appears. */
  before: View | undefined
  /** Only in that mood. */
  wall: Wall | undefined
}

export const NO_FRAME: Frame = {
  view: { ids: [], isNew: false },
  isFading: false,
  before: undefined,
  wall: undefined,
}

interface ShowOptions {
  mood: Mood
  /** The width of a photo to its height, on a screen that lies; on an upright one rows are columns, and it is the other way round. */
  ratioOf: (id: number) => number
  /** The screen's long side to its short one. */
  screenRatio: () => number
  /** As `runCycle`'s. */
  load: (id: number, view: View) => Promise<boolean>
  /** How long a view is to stay because of its videos. */
  videoMs: (view: View) => number
  onFrame: (frame: Frame) => void
}

/** Runs a slideshow in a mood, until it is stopped. `update` takes over the photos there are, newest first. */
export function startShow({ mood, ratioOf, screenRatio, load, videoMs, onFrame }: ShowOptions) {
  let frame = NO_FRAME
  let listed: readonly number[] = []
  let turn = 0
  const to = (next: Frame) => {
    frame = next
    onFrame(next)
  }
  const choosers: Record<Mood, Choose> = {
    pairs: firstOf(SLIDESHOW.photosPerView),
    one: collageOf(ratioOf),
    wall: (inTurn) => changesOf(frame.wall, inTurn),
  }
  const program = createProgram({ choose: choosers[mood], joinsNext: mood === 'wall' })

  const shapes = () => ({ ratioOf, screenRatio: screenRatio(), turn })
  const fittingWall = (isCovered = false) => wallFor(listed, shapes(), frame.wall, isCovered)

  const onShow = (view: View) => {
    turn += 1
    let wall: Wall | undefined
    if (mood === 'wall') wall = view.isNew ? frame.wall : placeOn(fittingWall(), view.ids, shapes())
    to({ view, isFading: false, before: frame.view, wall })
  }
  const lengthMs = (view: View) => {
    const ownMs = program.isAwaited() ? 0 : usualMs(mood, view)
    return Math.max(ownMs, videoMs(view))
  }
  const onFadeOut = () => {
    // The wall makes its places while a new photo still covers it.
    const isCovered = frame.wall && frame.view.isNew
    to({ ...frame, isFading: true, wall: isCovered ? fittingWall(true) : frame.wall })
  }
  const cycle = runCycle({ program, load, lengthMs, onFadeOut, onShow })
  return {
    update(ids: readonly number[]): void {
      listed = ids
      program.update(ids)
      cycle.update()
      // With no others to come there is no turn that would close the gap.
      if (frame.wall && ids.length < frame.wall.tiles.length) to({ ...frame, wall: fittingWall() })
    },
    stop: () => cycle.stop(),
  }
}

/** How long a view stays by itself; 0: as long as the cycle has it. */
function usualMs(mood: Mood, { isNew }: View): number {
  if (isNew) return STAGE_MS
  return mood === 'one' ? ONE_MS : 0
}

/** The next that are not on the wall: a few, and as many more as it has room for. */
function changesOf(wall: Wall | undefined, inTurn: readonly number[]): readonly number[] {
  const onWall = new Set(idsOn(wall))
  const others = inTurn.filter((id) => !onWall.has(id))
  const room = Math.min(WALL_TILES, inTurn.length) - (inTurn.length - others.length)
  return others.slice(0, Math.max(WALL_CHANGES, room))
}
