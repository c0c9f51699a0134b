import { FRAME_SAMPLES, SAMPLE_RATE } from '../../server/media/adts.ts'
import { playBass, playBell, playPad, playPiano } from './instruments.ts'
import type { Note, Stereo } from './instruments.ts'
import { inRoom, mastered, softened } from './room.ts'

/** Whole frames of AAC, so that a loop ends with a frame: 20.01 s. */
export const FRAMES = 938
const SECONDS = (FRAMES * FRAME_SAMPLES) / SAMPLE_RATE
const PEAK = 10 ** (-5 / 20)

interface Bar {
  bass: number
  /** Four voices, which move as little as possible from bar to bar. */
  chord: readonly number[]
  /** The melody: beat, key and length in beats. */
  tune: readonly (readonly [beat: number, key: number, beats: number])[]
}

/** Three beats a bar at about 72 a minute, in F. */
const CALM: Bar[] = [
  { bass: 41, chord: [57, 60, 64, 67], tune: [[0, 72, 3]] },
  {
    bass: 41,
    chord: [57, 60, 65, 67],
    tune: [
      [0, 76, 2],
      [2, 74, 1],
    ],
  },
  {
    bass: 38,
    chord: [57, 60, 64, 65],
    tune: [
      [0, 72, 2],
      [2, 69, 1],
    ],
  },
  { bass: 38, chord: [57, 60, 62, 65], tune: [[0, 67, 3]] },
  {
    bass: 34,
    chord: [57, 60, 62, 65],
    tune: [
      [0, 69, 1],
      [1, 70, 1],
      [2, 74, 1],
    ],
  },
  { bass: 34, chord: [58, 60, 62, 65], tune: [[0, 72, 3]] },
  {
    bass: 36,
    chord: [58, 60, 62, 65],
    tune: [
      [0, 70, 1],
      [1, 69, 1],
      [2, 65, 1],
    ],
  },
  { bass: 36, chord: [55, 60, 62, 64], tune: [[0, 67, 2.5]] },
]

/** Four beats a bar at about 96 a minute, in D. */
const BRIGHT: Bar[] = [
  {
    bass: 38,
    chord: [57, 62, 64, 66],
    tune: [
      [0, 78, 1.5],
      [1.5, 76, 0.5],
      [2, 74, 2],
    ],
  },
  {
    bass: 37,
    chord: [57, 61, 64, 69],
    tune: [
      [0.5, 76, 1],
      [1.5, 73, 0.5],
      [2, 69, 1.5],
    ],
  },
  {
    bass: 35,
    chord: [57, 62, 66, 69],
    tune: [
      [0, 74, 1.5],
      [1.5, 76, 0.5],
      [2, 78, 2],
    ],
  },
  {
    bass: 43,
    chord: [59, 62, 66, 69],
    tune: [
      [0.5, 81, 1],
      [1.5, 78, 0.5],
      [2, 74, 1.5],
    ],
  },
  {
    bass: 42,
    chord: [57, 62, 66, 69],
    tune: [
      [0, 78, 1],
      [1, 81, 1],
      [2, 83, 1.5],
    ],
  },
  {
    bass: 43,
    chord: [59, 62, 66, 69],
    tune: [
      [0, 81, 1.5],
      [1.5, 78, 0.5],
      [2, 76, 1.5],
    ],
  },
  {
    bass: 40,
    chord: [59, 62, 64, 67],
    tune: [
      [0, 74, 1],
      [1, 76, 0.5],
      [1.5, 78, 1],
      [2.5, 76, 1],
    ],
  },
  {
    bass: 45,
    chord: [57, 61, 64, 67],
    tune: [
      [0, 73, 1.5],
      [1.5, 74, 0.5],
      [2, 76, 1.5],
    ],
  },
]

export function makeCalm(): Stereo {
  const { loop, barSeconds, beat, dynamics } = begin(CALM, 3)
  for (const [at, { bass, chord, tune }] of CALM.entries()) {
    const from = at * barSeconds
    const [low = 0, second = 0, third = 0, high = 0] = chord
    playBass(loop, { at: from, seconds: 2.6 * beat, key: bass, loudness: 0.2 })
    playPiano(loop, { at: from, seconds: 2.9 * beat, key: bass + 12, loudness: 0.22 })
    for (const [step, key] of [low, second, third, high, third].entries()) {
      const time = from + (step + 1) * 0.5 * beat + dynamics(0.008)
      playPiano(loop, { at: time, seconds: 1.8 * beat, key, loudness: 0.13 + dynamics(0.02) })
    }
    for (const key of chord) {
      playPad(loop, { at: from - 0.35, seconds: barSeconds, key, loudness: 0.05 })
    }
    sing(playPiano, loop, { from, beat, tune, loudness: 0.34 })
  }
  return mastered(softened(inRoom(loop, 0.34), 5_500), 0.7, PEAK)
}

export function makeBright(): Stereo {
  const { loop, barSeconds, beat, dynamics } = begin(BRIGHT, 4)
  for (const [at, { bass, chord, tune }] of BRIGHT.entries()) {
    const from = at * barSeconds
    const [low = 0, second = 0, third = 0, high = 0] = chord
    for (const [time, beats] of [
      [0, 1.4],
      [1.5, 0.5],
      [2, 1.6],
    ] as const) {
      playBass(loop, { at: from + time * beat, seconds: beats * beat, key: bass, loudness: 0.2 })
    }
    for (const [step, key] of [low, third, second, high, third, low, high, third].entries()) {
      const time = from + step * 0.5 * beat + dynamics(0.006)
      const accent = step % 4 === 0 ? 0.06 : 0
      playPiano(loop, { at: time, seconds: 1.1 * beat, key, loudness: 0.17 + accent })
    }
    for (const key of chord) {
      playPad(loop, { at: from - 0.3, seconds: barSeconds, key, loudness: 0.04 })
    }
    sing(playBell, loop, { from, beat, tune, loudness: 0.13 })
    sing(playPiano, loop, { from, beat, tune, loudness: 0.16 })
  }
  return mastered(softened(inRoom(loop, 0.24), 7_500), 0.7, PEAK)
}

function begin(bars: readonly Bar[], beats: number) {
  const size = FRAMES * FRAME_SAMPLES
  const loop: Stereo = [new Float32Array(size), new Float32Array(size)]
  const barSeconds = SECONDS / bars.length
  return { loop, barSeconds, beat: barSeconds / beats, dynamics: unevenness() }
}

interface Sung extends Pick<Bar, 'tune'> {
  from: number
  beat: number
  loudness: number
}

function sing(
  play: (loop: Stereo, note: Note) => void,
  loop: Stereo,
  { from, beat, tune, loudness }: Sung,
): void {
  for (const [at, key, beats] of tune) {
    play(loop, { at: from + at * beat, seconds: beats * beat, key, loudness })
  }
}

/** Small deviations in time, as of a player's hand; the same on each run. */
function unevenness(): (most: number) => number {
  let state = 1
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return (state / 2_147_483_647) * most
  }
}
