import type { Frame, Layer } from './develop.ts'
import { bouquet } from './scenes/bouquet.ts'
import { cake } from './scenes/cake.ts'
import { candleRow } from './scenes/candle-row.ts'
import { champagne } from './scenes/champagne.ts'
import { confettiRain } from './scenes/confetti-rain.ts'
import { danceFloor } from './scenes/dance-floor.ts'
import { discoBall } from './scenes/disco-ball.ts'
import { doubleExposure } from './scenes/double-exposure.ts'
import { fireworks } from './scenes/fireworks.ts'
import { firstDance } from './scenes/first-dance.ts'
import { flowerArch } from './scenes/flower-arch.ts'
import { goldRings } from './scenes/gold-rings.ts'
import { lampions, skyLanterns } from './scenes/lanterns.ts'
import { longTable } from './scenes/long-table.ts'
import { moonLake } from './scenes/moon-lake.ts'
import { nightTent } from './scenes/night-tent.ts'
import { sparklers } from './scenes/sparklers.ts'
import { stageBand } from './scenes/stage-band.ts'
import { starNight } from './scenes/star-night.ts'
import { stringLights } from './scenes/string-lights.ts'
import { sundowners } from './scenes/sundowners.ts'
import { sunsetHills } from './scenes/sunset-hills.ts'
import type { Random } from './seeded-random.ts'

/** Paints a picture, another one for each frame and chance. */
export type Scene = (frame: Frame, random: Random) => Layer[]

export interface Motif {
  scene: Scene
  /** One number for each photo of it: its shape and what chance makes of it. */
  seeds: readonly number[]
  /** When in the evening it is seen, in minutes from its start. */
  from: number
  to: number
  /** How much its lights shine over; white things in daylight hardly do. */
  bloom: number
}

/** What there is to see in the course of an evening of six hours. */
export const ALBUM = {
  bouquet: { scene: bouquet, seeds: [1, 2, 3], from: 2, to: 45, bloom: 0.15 },
  arch: { scene: flowerArch, seeds: [2, 3], from: 12, to: 60, bloom: 0.3 },
  rings: { scene: goldRings, seeds: [1, 2], from: 46, to: 70, bloom: 0.5 },
  confetti: { scene: confettiRain, seeds: [1, 2, 3], from: 70, to: 84, bloom: 0.45 },
  sundowners: { scene: sundowners, seeds: [1, 2, 3], from: 88, to: 140, bloom: 0.3 },
  sunset: { scene: sunsetHills, seeds: [1, 2, 3, 4], from: 118, to: 160, bloom: 0.5 },
  doubleExposure: { scene: doubleExposure, seeds: [1, 2], from: 126, to: 172, bloom: 0.3 },
  table: { scene: longTable, seeds: [1, 2, 3], from: 164, to: 200, bloom: 0.5 },
  candles: { scene: candleRow, seeds: [1, 2], from: 172, to: 236, bloom: 0.5 },
  champagne: { scene: champagne, seeds: [3, 4], from: 186, to: 214, bloom: 0.5 },
  stringLights: { scene: stringLights, seeds: [1, 2, 3], from: 184, to: 250, bloom: 0.7 },
  lampions: { scene: lampions, seeds: [1, 2], from: 200, to: 258, bloom: 0.6 },
  cake: { scene: cake, seeds: [1, 2], from: 236, to: 250, bloom: 0.4 },
  firstDance: { scene: firstDance, seeds: [1, 2, 3], from: 254, to: 264, bloom: 0.7 },
  tent: { scene: nightTent, seeds: [1, 2, 3], from: 246, to: 300, bloom: 0.45 },
  band: { scene: stageBand, seeds: [1, 4, 2], from: 266, to: 306, bloom: 0.8 },
  danceFloor: { scene: danceFloor, seeds: [5, 2, 4, 6], from: 270, to: 344, bloom: 0.8 },
  discoBall: { scene: discoBall, seeds: [1, 7], from: 284, to: 340, bloom: 0.7 },
  moon: { scene: moonLake, seeds: [1, 3], from: 280, to: 334, bloom: 0.6 },
  stars: { scene: starNight, seeds: [1, 2], from: 318, to: 352, bloom: 0.7 },
  skyLanterns: { scene: skyLanterns, seeds: [1, 2], from: 322, to: 336, bloom: 0.7 },
  sparklers: { scene: sparklers, seeds: [7, 4, 3], from: 336, to: 346, bloom: 0.8 },
  fireworks: { scene: fireworks, seeds: [1, 2, 3], from: 346, to: 359, bloom: 0.9 },
} as const satisfies Record<string, Motif>

export type MotifName = keyof typeof ALBUM

const SHAPES = [
  { width: 1333, height: 1000 },
  { width: 1000, height: 1333 },
  { width: 1500, height: 1000 },
  { width: 1000, height: 1333 },
  { width: 1333, height: 1000 },
  { width: 1000, height: 1000 },
  { width: 1000, height: 1250 },
] as const satisfies readonly Frame[]

/** The shape of the photo with this number: phones are held upright, lying, and set to squares. */
export function shapeOf(number: number): Frame {
  return SHAPES[number % SHAPES.length] ?? SHAPES[0]
}
