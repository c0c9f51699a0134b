/** Two taps at most this far apart, in time and place, are one double tap. */
export const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 32

/** Place and time (milliseconds) of a tap. */
interface Tap {
  x: number
  y: number
  at: number
}

/**
 * Makes a function that tells of each tap whether it completes a double tap, for finger and mouse alike. A third tap starts anew.
 */
export function createDoubleTap(): (tap: Tap) => boolean {
  let last: Tap | undefined
  return (tap) => {
    const isDouble =
      last !== undefined &&
      tap.at - last.at <= DOUBLE_TAP_MS &&
      Math.hypot(tap.x - last.x, tap.y - last.y) <= DOUBLE_TAP_PX
    last = isDouble ? undefined : tap
    return isDouble
  }
}
