import type { Layer } from '../paint/develop.ts'
import type { Frame } from '../paint/marks.ts'
import type { Random } from '../paint/seeded-random.ts'
import { bouquet } from '../scenes/bouquet.ts'
import { confettiRain } from '../scenes/confetti-rain.ts'
import { danceFloor } from '../scenes/dance-floor.ts'
import { fireworks } from '../scenes/fireworks.ts'
import { firstDance } from '../scenes/first-dance.ts'
import { longTable } from '../scenes/long-table.ts'
import { nightTent } from '../scenes/night-tent.ts'
import { skyLanterns } from '../scenes/sky-lanterns.ts'
import { stringLights } from '../scenes/string-lights.ts'
import { sundowners } from '../scenes/sundowners.ts'
import { sunsetHills } from '../scenes/sunset-hills.ts'

export interface Motif {
  /** Paints a picture, different for each frame and random numbers. */
  scene: (frame: Frame, random: Random) => Layer[]
  /** One seed for each photo of this motif. */
  seeds: readonly number[]
  /** The minutes of the evening in which it is seen. */
  from: number
  to: number
  /** How much its lights bloom; less for white things in daylight. */
  bloom: number
}

/** The motifs of an evening of six hours. */
export const ALBUM = {
  bouquet: { scene: bouquet, seeds: [1, 2, 3, 4], from: 2, to: 110, bloom: 0.15 },
  confetti: { scene: confettiRain, seeds: [2, 13, 3, 9], from: 60, to: 84, bloom: 0.4 },
  sundowners: { scene: sundowners, seeds: [1, 2, 3, 4], from: 70, to: 140, bloom: 0.3 },
  sunset: { scene: sunsetHills, seeds: [4, 12, 8, 14, 1], from: 108, to: 160, bloom: 0.45 },
  table: { scene: longTable, seeds: [1, 3, 4, 6], from: 150, to: 215, bloom: 0.45 },
  stringLights: { scene: stringLights, seeds: [1, 4, 3, 2, 6], from: 164, to: 250, bloom: 0.65 },
  firstDance: { scene: firstDance, seeds: [1, 6, 2, 14], from: 240, to: 264, bloom: 0.6 },
  tent: { scene: nightTent, seeds: [1, 2, 4, 8], from: 180, to: 300, bloom: 0.45 },
  danceFloor: { scene: danceFloor, seeds: [2, 1, 5, 3], from: 262, to: 344, bloom: 0.7 },
  lanterns: { scene: skyLanterns, seeds: [2, 4, 13, 1], from: 290, to: 336, bloom: 0.65 },
  fireworks: { scene: fireworks, seeds: [1, 5, 2], from: 338, to: 359, bloom: 0.8 },
} as const satisfies Record<string, Motif>

export type MotifName = keyof typeof ALBUM
