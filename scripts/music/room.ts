import { SAMPLE_RATE } from '../../server/media/adts.ts'
import type { Stereo } from './instruments.ts'

/** Delays of the room's walls, in samples: no two have a common divisor. */
const WALLS = [1433, 1867, 2111, 2549, 2999, 3391, 3767, 4241]
/** Seconds until the echo has faded. */
const ECHO_SECONDS = 2.6
const DAMPING = 0.35
const MIX = 1 / Math.sqrt(WALLS.length)

/**
 * The loop with the echo of a room. It is played twice and the second round is kept, so that the echo of its end is in its
 * beginning.
 */
export function inRoom([left, right]: Stereo, share: number): Stereo {
  const lines = WALLS.map((length) => new Float32Array(length))
  const gains = WALLS.map((length) => 10 ** ((-3 * length) / (ECHO_SECONDS * SAMPLE_RATE)))
  const dull = new Float32Array(WALLS.length)
  const heard: Stereo = [new Float32Array(left.length), new Float32Array(left.length)]
  for (let time = 0; time < 2 * left.length; time += 1) {
    const at = time % left.length
    const into = [left[at] ?? 0, right[at] ?? 0]
    const out = lines.map((line) => line[time % line.length] ?? 0)
    const back = mixed(out)
    const sides = [0, 0]
    for (const [wall, line] of lines.entries()) {
      const bright = (back[wall] ?? 0) * (gains[wall] ?? 0)
      dull[wall] = bright + DAMPING * ((dull[wall] ?? 0) - bright)
      line[time % line.length] = (dull[wall] ?? 0) + (into[wall % 2] ?? 0) * 0.25
      sides[wall % 2] = (sides[wall % 2] ?? 0) + (out[wall] ?? 0)
    }
    if (time < left.length) continue
    for (const [side, wet] of sides.entries()) {
      const channel = heard[side === 0 ? 0 : 1]
      channel[at] = (into[side] ?? 0) + share * wet
    }
  }
  return heard
}

/** Damps what is above `hertz`, and what is too low to be heard. */
export function softened(loop: Stereo, hertz: number): Stereo {
  return [soft(loop[0], hertz), soft(loop[1], hertz)]
}

/** As loud as allowed, with louder peaks rounded off. */
export function mastered(loop: Stereo, drive: number, peak: number): Stereo {
  const driven = loop.map((channel) => channel.map((value) => Math.tanh(value * drive)))
  const highest = driven.reduce(
    (most, channel) => channel.reduce((top, value) => Math.max(top, Math.abs(value)), most),
    0,
  )
  const [left, right] = driven.map((channel) => channel.map((value) => (value * peak) / highest))
  if (!left || !right) throw new Error('a loop has two sides')
  return [left, right]
}

/** A Hadamard matrix: every wall feeds all others, and nothing grows louder. */
function mixed(values: number[]): number[] {
  const result = [...values]
  for (let step = 1; step < result.length; step *= 2) {
    for (let first = 0; first < result.length; first += 1) {
      if (first & step) continue
      const [one, other] = [result[first] ?? 0, result[first + step] ?? 0]
      result[first] = one + other
      result[first + step] = one - other
    }
  }
  return result.map((value) => value * MIX)
}

/** Played twice too, so that the filters do not start from silence. */
function soft(channel: Float32Array, hertz: number): Float32Array {
  const keep = Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE)
  const slow = Math.exp((-2 * Math.PI * 30) / SAMPLE_RATE)
  const result = new Float32Array(channel.length)
  let [once, twice, low] = [0, 0, 0]
  for (let time = 0; time < 2 * channel.length; time += 1) {
    const at = time % channel.length
    once = (channel[at] ?? 0) + keep * (once - (channel[at] ?? 0))
    twice = once + keep * (twice - once)
    low = twice + slow * (low - twice)
    result[at] = twice - low
  }
  return result
}
