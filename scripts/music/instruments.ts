import { SAMPLE_RATE } from '../../server/media/adts.ts'

/** Left and right of a loop: sound beyond its end goes on at its beginning. */
export type Stereo = readonly [left: Float32Array, right: Float32Array]

export interface Note {
  /** Seconds from the beginning of the loop. */
  at: number
  /** Seconds until it is released. */
  seconds: number
  /** MIDI: 60 is the middle C. */
  key: number
  /** 0 to 1. */
  loudness: number
}

interface Voice {
  hertz: number
  gain: number
  /** Seconds in which it falls to a third; absent: it does not fall. */
  decay?: number
  /** -1 is left, 1 is right. */
  pan: number
}

interface Envelope extends Note {
  attack: number
  /** Seconds in which it falls to a third after the release. */
  release: number
}

/** A piano with soft hammers: few overtones, which fade first, and two strings for each key. */
export function playPiano(loop: Stereo, note: Note): void {
  const hertz = hertzOf(note.key)
  const pan = (note.key - 64) / 40
  for (let partial = 1; partial <= 9; partial += 1) {
    const stretched = hertz * partial * Math.sqrt(1 + 0.0003 * partial ** 2)
    const softness = Math.exp(-(partial - 1) * (0.95 - 0.35 * note.loudness))
    const decay = (2.6 * Math.sqrt(262 / hertz)) / (1 + 0.45 * (partial - 1))
    for (const [cents, side] of [
      [-0.8, -0.25],
      [0.7, 0.25],
    ] as const) {
      const voice = { hertz: stretched * 2 ** (cents / 1200), gain: softness / 2, decay }
      add(loop, { ...voice, pan: pan + side }, { ...note, attack: 0.012, release: 0.22 })
    }
  }
}

/** A small bell: one tone and a faint one far above it. */
export function playBell(loop: Stereo, note: Note): void {
  const hertz = hertzOf(note.key)
  const envelope = { ...note, attack: 0.006, release: 0.5 }
  add(loop, { hertz, gain: 1, decay: 0.9, pan: 0.35 }, envelope)
  add(loop, { hertz: hertz * 2, gain: 0.2, decay: 0.5, pan: -0.2 }, envelope)
  add(loop, { hertz: hertz * 4.02, gain: 0.07, decay: 0.12, pan: 0.5 }, envelope)
}

/** Soft strings that come and go slowly. */
export function playPad(loop: Stereo, note: Note): void {
  const envelope = { ...note, attack: 0.9, release: 0.7 }
  for (const [cents, pan] of [
    [-5, -0.7],
    [1, 0],
    [6, 0.7],
  ] as const) {
    const hertz = hertzOf(note.key) * 2 ** (cents / 1200)
    for (let partial = 1; partial <= 5; partial += 1) {
      add(loop, { hertz: hertz * partial, gain: 1 / (3 * partial ** 2.2), pan }, envelope)
    }
  }
}

/** A round bass, almost without overtones. */
export function playBass(loop: Stereo, note: Note): void {
  const hertz = hertzOf(note.key)
  const envelope = { ...note, attack: 0.03, release: 0.25 }
  for (const [partial, gain] of [1, 0.35, 0.12].entries()) {
    add(loop, { hertz: hertz * (partial + 1), gain, decay: 2.5, pan: 0 }, envelope)
  }
}

function hertzOf(key: number): number {
  return 440 * 2 ** ((key - 69) / 12)
}

/** Adds a sine to the loop, wrapping around its end. */
function add([left, right]: Stereo, voice: Voice, envelope: Envelope): void {
  const { hertz, gain, decay = Infinity, pan } = voice
  const { at, seconds, loudness, attack, release } = envelope
  const begin = Math.round(at * SAMPLE_RATE) + left.length
  const end = Math.round((seconds + 6 * release) * SAMPLE_RATE)
  const angle = (Math.max(-1, Math.min(1, pan)) + 1) * (Math.PI / 4)
  const [toLeft, toRight] = [Math.cos(angle) * gain * loudness, Math.sin(angle) * gain * loudness]
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE
  for (let sample = 0; sample < end; sample += 1) {
    const time = sample / SAMPLE_RATE
    const rise = time < attack ? 0.5 - 0.5 * Math.cos((Math.PI * time) / attack) : 1
    const fall = Math.exp(-time / decay - Math.max(0, time - seconds) / release)
    const value = Math.sin(step * sample) * rise * fall
    const place = (begin + sample) % left.length
    left[place] = (left[place] ?? 0) + value * toLeft
    right[place] = (right[place] ?? 0) + value * toRight
  }
}
