import { deviceStorage } from '../../session/device-storage.ts'

/** How the slideshow shows photos: two at a time, one with slow movement, or a wall of twelve. */
export const MOODS = ['pairs', 'one', 'wall'] as const
export type Mood = (typeof MOODS)[number]

/** A photo that has just come is large and alone for so long; where another waits, for a cycle. */
export const STAGE_MS = 8_000
/** So many of those that came may wait for that, the newest ones; the others are next without it. */
export const STAGE_WAITING = 3
/** After so many in a row the mood has a turn, so that a busy hour is not made of new photos alone. */
export const STAGE_IN_ROW = 3
/** How long one photo stays where it is alone: a slow movement needs time. */
export const ONE_MS = 8_000
export const WALL_TILES = 12
/** So many tiles change at a time. */
export const WALL_CHANGES = 2

const KEY = 'slideshow_mood'

/** The mood that was chosen on this device. */
export function storedMood(): Mood {
  return asMood(deviceStorage.getItem(KEY)) ?? 'pairs'
}

export function storeMood(mood: Mood): void {
  deviceStorage.setItem(KEY, mood)
}

interface Wishes {
  /** It is to start without a press, as on a TV that was left alone. */
  starts: boolean
  mood: Mood | undefined
}

/** What an address asks for, by its search: `?start&mood=wall`. */
export function readWishes(search: string): Wishes {
  const asked = new URLSearchParams(search)
  return { starts: asked.has('start'), mood: asMood(asked.get('mood')) }
}

function asMood(word: string | null): Mood | undefined {
  return MOODS.find((mood) => mood === word)
}
