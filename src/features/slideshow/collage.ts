import type { Choose } from './deck.ts'

/** Those so far ahead may come sooner, as company to a tall photo. */
const LOOK_AHEAD = 12
/** Width to height: narrower ones leave half of a screen dark when they are alone. */
const TALL_BELOW = 1.1
/** Of these three fill a screen. */
const SLIM_BELOW = 0.7

/** Whether a photo, by its width to its height, is rather a column of the screen than all of it. */
export function isTall(ratio: number): boolean {
  return ratio < TALL_BELOW
}

/** Chooses one photo; to a tall one the next tall ones, so that together they fill the screen. */
export function collageOf(ratioOf: (id: number) => number): Choose {
  return (inTurn) => {
    const [first] = inTurn
    if (first === undefined) return []
    if (!isTall(ratioOf(first))) return [first]
    const near = inTurn.slice(0, LOOK_AHEAD)
    const slim = near.filter((id) => ratioOf(id) < SLIM_BELOW)
    if (slim.length >= 3 && slim[0] === first) return slim.slice(0, 3)
    return near.filter((id) => isTall(ratioOf(id))).slice(0, 2)
  }
}
